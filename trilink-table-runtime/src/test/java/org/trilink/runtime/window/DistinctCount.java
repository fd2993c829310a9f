/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.dataview.StateMapView;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/**
 * COUNT(DISTINCT value) instead of {@link CountSumMax}'s count, as Flink's generator would write
 * it. The values are in a state view per slice, or in memory for a merge whose result is not
 * stored.
 */
final class DistinctCount extends CountSumMax {

  private static final int VALUE = 1;

  private StateMapView<Long, Long, Boolean> values;
  private StateMapView<Long, Long, Boolean> valuesToMerge;
  private final Set<Long> valuesInMemory = new HashSet<>();
  private Long slice;
  private long count;

  public static GeneratedNamespaceAggsHandleFunction<Long> generated() {
    return new Prepared() {
      private static final long serialVersionUID = 1L;

      @Override
      NamespaceAggsHandleFunction<Long> create() {
        return new DistinctCount();
      }
    };
  }

  @Override
  public void open(StateDataViewStore store) throws Exception {
    values = openView(store);
    valuesToMerge = openView(store);
  }

  private static StateMapView<Long, Long, Boolean> openView(StateDataViewStore store)
      throws Exception {
    return store.getStateMapView(
        "distinct-values", false, LongSerializer.INSTANCE, BooleanSerializer.INSTANCE);
  }

  @Override
  public void setAccumulators(Long window, RowData accumulators) {
    slice = window;
    count = accumulators.getLong(0);
    if (window == null) {
      valuesInMemory.clear();
    } else {
      values.setCurrentNamespace(window);
    }
  }

  @Override
  public void accumulate(RowData row) throws Exception {
    add(row.getLong(VALUE));
  }

  @Override
  public void merge(Long window, RowData other) throws Exception {
    valuesToMerge.setCurrentNamespace(window);
    for (Long value : valuesToMerge.keys()) {
      add(value);
    }
  }

  private void add(Long value) throws Exception {
    if (slice == null) {
      count += valuesInMemory.add(value) ? 1 : 0;
    } else if (!values.contains(value)) {
      values.put(value, true);
      count++;
    }
  }

  @Override
  public RowData getAccumulators() {
    return GenericRowData.of(count, 0L, 0L);
  }

  @Override
  public RowData getValue(Long windowEnd) {
    return GenericRowData.of(count, 0L, 0L, windowEnd);
  }

  @Override
  public void cleanup(Long window) throws Exception {
    values.setCurrentNamespace(window);
    values.clear();
  }
}
