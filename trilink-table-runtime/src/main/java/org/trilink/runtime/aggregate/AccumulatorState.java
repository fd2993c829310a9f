/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.state.KeyValue;

/**
 * The accumulators of the selected key, changed in place: generated functions return them in a new
 * row for each record.
 *
 * <p>The value must be read before it is updated for a record, as Flink's GROUP BY function does,
 * and the row that was read must not be used afterwards.
 */
final class AccumulatorState implements ValueState<RowData> {

  private final KeyValue<RowData> value;

  /** The row that was read last; null if there was none. */
  @Nullable private RowData read;

  AccumulatorState(KeyValue<RowData> value) {
    this.value = value;
  }

  @Override
  @Nullable
  public RowData value() throws IOException {
    read = value.get();
    return read;
  }

  @Override
  public void update(RowData accumulators) throws IOException {
    if (read instanceof GenericRowData && accumulators instanceof GenericRowData) {
      copyFields((GenericRowData) accumulators, (GenericRowData) read);
      value.changed();
    } else {
      value.set(accumulators);
    }
    read = null;
  }

  private static void copyFields(GenericRowData from, GenericRowData to) {
    for (int i = 0; i < from.getArity(); i++) {
      to.setField(i, from.getField(i));
    }
  }

  @Override
  public void clear() {
    value.clear();
    read = null;
  }
}
