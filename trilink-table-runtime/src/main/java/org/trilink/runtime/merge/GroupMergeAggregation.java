/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.PerKeyStateDataViewStore;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;

/** Flink's generated functions for an unbounded GROUP BY. Their accumulators are only in rows. */
public final class GroupMergeAggregation implements MergeAggregation {

  private static final long serialVersionUID = 1L;

  private final GeneratedAggsHandleFunction generated;

  public GroupMergeAggregation(GeneratedAggsHandleFunction generated) {
    this.generated = generated;
  }

  @Override
  public MergeAggregator open(RuntimeContext context) throws Exception {
    AggsHandleFunction functions = generated.newInstance(context.getUserCodeClassLoader());
    functions.open(new PerKeyStateDataViewStore(context));
    return new Aggregator(functions);
  }

  private static final class Aggregator implements MergeAggregator {

    private final AggsHandleFunction functions;

    Aggregator(AggsHandleFunction functions) {
      this.functions = functions;
    }

    @Override
    public RowData accumulate(@Nullable RowData accumulator, RowData row) throws Exception {
      functions.setAccumulators(accumulator == null ? functions.createAccumulators() : accumulator);
      functions.accumulate(row);
      return functions.getAccumulators();
    }

    @Override
    public RowData merge(RowData one, RowData other) throws Exception {
      functions.setAccumulators(one);
      functions.merge(other);
      return functions.getAccumulators();
    }

    @Override
    public RowData value(RowData accumulator, long window) throws Exception {
      functions.setAccumulators(accumulator);
      return functions.getValue();
    }

    @Override
    public void close() throws Exception {
      functions.close();
    }
  }
}
