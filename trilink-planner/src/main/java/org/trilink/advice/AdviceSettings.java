/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import java.time.Duration;
import java.util.OptionalInt;
import org.apache.flink.annotation.PublicEvolving;
import org.trilink.advice.operator.Texts;

/** How much of a statement's input is sampled, and for which job. Immutable. */
@PublicEvolving
public final class AdviceSettings {

  /** The latest 200,000 records, within 30 seconds, for the session's parallelism. */
  public static final AdviceSettings DEFAULT =
      new AdviceSettings(200_000, Duration.ofSeconds(30), OptionalInt.empty());

  private static final int MOST_RECORDS = 20_000_000;

  private final int records;
  private final Duration limit;
  private final OptionalInt parallelism;

  private AdviceSettings(int records, Duration limit, OptionalInt parallelism) {
    this.records = records;
    this.limit = limit;
    this.parallelism = parallelism;
  }

  /**
   * Returns these settings with another size of the sample.
   *
   * @param number of records of all partitions together, which are kept in memory
   * @throws IllegalArgumentException if it is not between 1 and 20 million
   */
  public AdviceSettings withRecords(int number) {
    if (number < 1 || number > MOST_RECORDS) {
      throw new IllegalArgumentException(
          String.format(
              "A sample has 1 to %s records, not %d.", Texts.number(MOST_RECORDS), number));
    }
    return new AdviceSettings(number, limit, parallelism);
  }

  /**
   * Returns these settings with another limit of the time for each operator's sample.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public AdviceSettings within(Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("A sample takes some time, not " + time + ".");
    }
    return new AdviceSettings(records, time, parallelism);
  }

  /**
   * Returns these settings for a job of another parallelism than the session's.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public AdviceSettings forParallelism(int subtasks) {
    if (subtasks < 1) {
      throw new IllegalArgumentException("A job has at least one subtask, not " + subtasks + ".");
    }
    return new AdviceSettings(records, limit, OptionalInt.of(subtasks));
  }

  int records() {
    return records;
  }

  Duration limit() {
    return limit;
  }

  OptionalInt parallelism() {
    return parallelism;
  }
}
