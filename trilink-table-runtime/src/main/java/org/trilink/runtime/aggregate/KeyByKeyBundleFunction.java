/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.context.ExecutionContext;
import org.apache.flink.table.runtime.operators.aggregate.MiniBatchGroupAggFunction;
import org.apache.flink.table.runtime.operators.bundle.MapBundleFunction;
import org.apache.flink.util.Collector;

/**
 * Flink's function of a GROUP BY in mini-batches, which gets each key of a bundle by itself. When
 * all that a bundle has of a key are retractions of rows that the state does not know, Flink's
 * function returns, and the keys behind that one are lost (FLINK-35661). So it gets none behind it.
 */
public final class KeyByKeyBundleFunction
    extends MapBundleFunction<RowData, List<RowData>, RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final MiniBatchGroupAggFunction stock;

  /** Creates it around Flink's function. */
  public KeyByKeyBundleFunction(MiniBatchGroupAggFunction stock) {
    this.stock = stock;
  }

  @Override
  public void open(ExecutionContext context) throws Exception {
    super.open(context);
    stock.open(context);
  }

  @Override
  public List<RowData> addInput(List<RowData> rows, RowData row) throws Exception {
    return stock.addInput(rows, row);
  }

  @Override
  public void finishBundle(Map<RowData, List<RowData>> bundle, Collector<RowData> out)
      throws Exception {
    for (Map.Entry<RowData, List<RowData>> ofKey : bundle.entrySet()) {
      stock.finishBundle(Collections.singletonMap(ofKey.getKey(), ofKey.getValue()), out);
    }
  }

  @Override
  public void close() throws Exception {
    stock.close();
  }
}
