/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.PerKeyStateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/** Flink's generated functions for aggregates over windows. Their accumulators are only in rows. */
public final class WindowMergeAggregation implements MergeAggregation {

  private static final long serialVersionUID = 1L;

  private final GeneratedNamespaceAggsHandleFunction<Long> generated;

  public WindowMergeAggregation(GeneratedNamespaceAggsHandleFunction<Long> generated) {
    this.generated = generated;
  }

  @Override
  public MergeAggregator open(RuntimeContext context) throws Exception {
    NamespaceAggsHandleFunction<Long> functions =
        generated.newInstance(context.getUserCodeClassLoader());
    functions.open(new PerKeyStateDataViewStore(context));
    return new Aggregator(functions);
  }

  private static final class Aggregator implements MergeAggregator {

    /** The window does not matter: only the window properties of a result depend on it. */
    private static final Long ANY_WINDOW = 0L;

    private final NamespaceAggsHandleFunction<Long> functions;

    Aggregator(NamespaceAggsHandleFunction<Long> functions) {
      this.functions = functions;
    }

    @Override
    public RowData accumulate(@Nullable RowData accumulator, RowData row) throws Exception {
      functions.setAccumulators(
          ANY_WINDOW, accumulator == null ? functions.createAccumulators() : accumulator);
      functions.accumulate(row);
      return functions.getAccumulators();
    }

    @Override
    public RowData merge(RowData one, RowData other) throws Exception {
      functions.setAccumulators(ANY_WINDOW, one);
      functions.merge(ANY_WINDOW, other);
      return functions.getAccumulators();
    }

    @Override
    public RowData value(RowData accumulator, long window) throws Exception {
      functions.setAccumulators(window, accumulator);
      return functions.getValue(window);
    }

    @Override
    public void close() throws Exception {
      functions.close();
    }
  }
}
