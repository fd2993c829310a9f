/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** One of a workload's queries: its SQL script, the topics that it writes and its oracle. */
public interface Query {

  /**
   * The name used on the command line and for the script {@code <name>.sql} in the workload's
   * folder.
   */
  String name();

  /** The results that the script writes. The last one has the rows that a user looks for. */
  List<Result> results();

  /** The results that are Kafka topics, in the order of {@link #results()}. */
  default List<ResultTopic> topics() {
    return results().stream()
        .filter(ResultTopic.class::isInstance)
        .map(ResultTopic.class::cast)
        .toList();
  }

  /**
   * The columns of {@link #mainResult()} that are times in epoch milliseconds, and are shown so.
   */
  default Set<String> times() {
    return Set.of();
  }

  /** How many generated records make the demo some 20 s of work. */
  long demoRows();

  /** An oracle that has seen no input yet. */
  Oracle<?> newOracle();

  /** The last one of {@link #results()}. */
  default Result mainResult() {
    return results().get(results().size() - 1);
  }

  /**
   * How long after the ends of their windows rows were written, in milliseconds; none for rows
   * without this information.
   *
   * @param rows all of {@link #mainResult()}
   */
  default LongStream latenciesMs(Iterable<byte[]> rows) {
    return LongStream.empty();
  }

  /**
   * When rows were written, in epoch milliseconds; none for rows without this information.
   *
   * @param rows all of {@link #mainResult()}
   */
  default LongStream writtenMs(Iterable<byte[]> rows) {
    return LongStream.empty();
  }
}
