/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.avro;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/**
 * Reads records into rows. As soon as all fields of the filter are decoded, it is evaluated; if the
 * row will be dropped, only those of the remaining fields are decoded that are read of dropped
 * rows, too.
 */
final class AvroRow implements Serializable {

  private static final long serialVersionUID = 1L;

  private final AvroValue[] fields;
  private final boolean[] stored;
  private final boolean[] storedOfDropped;
  private final boolean[] isTested;
  @Nullable private final RowFilter filter;
  private final int tested;

  private AvroRow(
      AvroValue[] fields,
      boolean[] stored,
      boolean[] storedOfDropped,
      boolean[] isTested,
      @Nullable RowFilter filter) {
    this.fields = fields;
    this.stored = stored;
    this.storedOfDropped = storedOfDropped;
    this.isTested = isTested;
    this.filter = filter;
    this.tested = RowFilter.testedCount(filter, fields.length);
  }

  /**
   * Rows of that type.
   *
   * @param filter null if no rows are dropped
   */
  static AvroRow of(RowType type, ReadFields read, @Nullable RowFilter filter) {
    int arity = type.getFieldCount();
    AvroValue[] fields = new AvroValue[arity];
    boolean[] stored = new boolean[arity];
    boolean[] storedOfDropped = new boolean[arity];
    boolean[] isTested = new boolean[arity];
    for (int i = 0; i < arity; i++) {
      LogicalType of = type.getTypeAt(i);
      stored[i] = read.reads(i);
      storedOfDropped[i] = stored[i] && (filter == null || filter.isReadOfDropped(i));
      isTested[i] = filter != null && filter.isOn(i);
      fields[i] =
          of instanceof RowType && stored[i]
              ? AvroValue.of((RowType) of, read.within(i, (RowType) of), null)
              : AvroValue.of(of);
    }
    return new AvroRow(fields, stored, storedOfDropped, isTested, filter);
  }

  /** The row; {@link RowFilter#DROPPED} if nobody needs it. */
  GenericRowData read(AvroInput in) {
    GenericRowData row = new GenericRowData(fields.length);
    boolean dropped = false;
    int untested = tested;
    for (int i = 0; i < fields.length; i++) {
      if (dropped ? storedOfDropped[i] : stored[i]) {
        row.setField(i, fields[i].read(in));
      } else {
        fields[i].skip(in);
      }
      if (isTested[i] && --untested == 0) {
        dropped = filter.drops(row);
      }
    }
    return dropped && !filter.emitsDropped() ? RowFilter.DROPPED : row;
  }

  void skip(AvroInput in) {
    for (AvroValue field : fields) {
      field.skip(in);
    }
  }
}
