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

/** {@link CountSumMax}, or other functions of slices, of sessions. */
final class SessionCountSumMax implements NamespaceAggsHandleFunction<TimeWindow> {

  private final NamespaceAggsHandleFunction<Long> functions;

  SessionCountSumMax() {
    this(new CountSumMax());
  }

  private SessionCountSumMax(NamespaceAggsHandleFunction<Long> functions) {
    this.functions = functions;
  }

  static GeneratedNamespaceAggsHandleFunction<TimeWindow> generated() {
    return generated(CountSumMax.generated());
  }

  static GeneratedNamespaceAggsHandleFunction<TimeWindow> generated(
      GeneratedNamespaceAggsHandleFunction<Long> ofSlices) {
    return new GeneratedNamespaceAggsHandleFunction<>("SessionCountSumMax", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public NamespaceAggsHandleFunction<TimeWindow> newInstance(ClassLoader classLoader) {
        return new SessionCountSumMax(ofSlices.newInstance(classLoader));
      }
    };
  }

  @Override
  public void open(StateDataViewStore store) throws Exception {
    functions.open(store);
  }

  @Override
  public void setAccumulators(TimeWindow window, RowData accumulators) throws Exception {
    functions.setAccumulators(null, accumulators);
  }

  @Override
  public void accumulate(RowData row) throws Exception {
    functions.accumulate(row);
  }

  @Override
  public void retract(RowData row) throws Exception {
    functions.retract(row);
  }

  @Override
  public void merge(TimeWindow window, RowData other) throws Exception {
    functions.merge(null, other);
  }

  @Override
  public RowData createAccumulators() throws Exception {
    return functions.createAccumulators();
  }

  @Override
  public RowData getAccumulators() throws Exception {
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
