/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.TimeWindow;

/** {@link CountSumMax} of sessions. */
final class SessionCountSumMax implements NamespaceAggsHandleFunction<TimeWindow> {

  private final CountSumMax functions = new CountSumMax();

  static GeneratedNamespaceAggsHandleFunction<TimeWindow> generated() {
    return new GeneratedNamespaceAggsHandleFunction<>("SessionCountSumMax", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public NamespaceAggsHandleFunction<TimeWindow> newInstance(ClassLoader classLoader) {
        return new SessionCountSumMax();
      }
    };
  }

  @Override
  public void open(StateDataViewStore store) throws Exception {
    functions.open(store);
  }

  @Override
  public void setAccumulators(TimeWindow window, RowData accumulators) {
    functions.setAccumulators(null, accumulators);
  }

  @Override
  public void accumulate(RowData row) throws Exception {
    functions.accumulate(row);
  }

  @Override
  public void retract(RowData row) {
    functions.retract(row);
  }

  @Override
  public void merge(TimeWindow window, RowData other) throws Exception {
    functions.merge(null, other);
  }

  @Override
  public RowData createAccumulators() {
    return functions.createAccumulators();
  }

  @Override
  public RowData getAccumulators() {
    return functions.getAccumulators();
  }

  @Override
  public RowData getValue(TimeWindow window) throws Exception {
    return functions.getValue(window.getEnd());
  }

  @Override
  public void cleanup(TimeWindow window) throws Exception {}

  @Override
  public void close() {}
}
