/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.List;
import org.apache.flink.streaming.api.functions.source.RichParallelSourceFunction;
import org.apache.flink.types.Row;

/** Emits the rows of a table, each subtask its share of them. */
final class TableSource extends RichParallelSourceFunction<Row> {

  private static final long serialVersionUID = 1L;

  private final List<Row> rows;
  private volatile boolean running = true;

  TableSource(List<Row> rows) {
    this.rows = rows;
  }

  @Override
  public void run(SourceContext<Row> context) {
    int subtasks = getRuntimeContext().getNumberOfParallelSubtasks();
    for (int i = getRuntimeContext().getIndexOfThisSubtask();
        running && i < rows.size();
        i += subtasks) {
      context.collect(rows.get(i));
    }
  }

  @Override
  public void cancel() {
    running = false;
  }
}
