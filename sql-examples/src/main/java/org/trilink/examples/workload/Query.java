/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * One of a workload's queries: its SQL script, the topics that it writes and its oracle.
 *
 * @param name the one used on the command line and for the script {@code <name>.sql} in the
 *     workload's folder
 * @param results that the script writes; the last one has the rows that a user looks for
 * @param times the columns of {@link #mainResult()} that are times in epoch milliseconds, and are
 *     shown so
 * @param demoRows how many generated records make the demo some 20 s of work
 * @param oracle makes one that has seen no input yet
 * @param rowTimes what rows of {@link #mainResult()} say of when they were written
 */
public record Query(
    String name,
    List<Result> results,
    Set<String> times,
    long demoRows,
    Supplier<Oracle<?>> oracle,
    RowTimes rowTimes) {

  public Query {
    results = List.copyOf(results);
    times = Set.copyOf(times);
  }

  /** A query whose rows do not say when they were written. */
  public Query(
      String name,
      List<Result> results,
      Set<String> times,
      long demoRows,
      Supplier<Oracle<?>> oracle) {
    this(name, results, times, demoRows, oracle, new RowTimes() {});
  }

  /** The times that rows have; none for rows without this information. */
  public interface RowTimes {

    /** How long after the ends of their windows all these rows were written, in milliseconds. */
    default LongStream latenciesMs(Iterable<byte[]> rows) {
      return LongStream.empty();
    }

    /** When all these rows were written, in epoch milliseconds. */
    default LongStream writtenMs(Iterable<byte[]> rows) {
      return LongStream.empty();
    }
  }

  /** The results that are Kafka topics, in the order of {@link #results()}. */
  public List<ResultTopic> topics() {
    return results.stream()
        .filter(ResultTopic.class::isInstance)
        .map(ResultTopic.class::cast)
        .toList();
  }

  /** An oracle that has seen no input yet. */
  public Oracle<?> newOracle() {
    return oracle.get();
  }

  /** The last one of {@link #results()}. */
  public Result mainResult() {
    return results.get(results.size() - 1);
  }
}
