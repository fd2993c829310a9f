/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.types.Row;

/** Keeps the results of the running job, as text. One job runs at a time, in this JVM. */
public final class ResultsSink implements SinkFunction<Row> {

  private static final long serialVersionUID = 1L;

  private static final Queue<String> RESULTS = new ConcurrentLinkedQueue<>();

  public static void clear() {
    RESULTS.clear();
  }

  public static List<String> results() {
    return List.copyOf(RESULTS);
  }

  @Override
  public void invoke(Row row, Context context) {
    RESULTS.add(row.toString());
  }
}
