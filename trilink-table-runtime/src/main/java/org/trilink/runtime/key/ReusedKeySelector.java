/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.generated.GeneratedProjection;
import org.apache.flink.table.runtime.generated.Projection;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/**
 * Selects the key of a row into a reused binary row, for users that copy what they keep. Flink's
 * own selector would create a copy for each record.
 */
public final class ReusedKeySelector implements RowDataKeySelector {

  private static final long serialVersionUID = 1L;

  private final InternalTypeInfo<RowData> keyType;
  private final GeneratedProjection generated;

  private transient Projection<RowData, BinaryRowData> projection;

  /** Creates a selector from a projection that Flink's planner has generated. */
  public ReusedKeySelector(InternalTypeInfo<RowData> keyType, GeneratedProjection generated) {
    this.keyType = keyType;
    this.generated = generated;
  }

  @Override
  @SuppressWarnings("unchecked")
  public RowData getKey(RowData row) {
    if (projection == null) {
      projection = generated.newInstance(Thread.currentThread().getContextClassLoader());
    }
    return projection.apply(row);
  }

  @Override
  public InternalTypeInfo<RowData> getProducedType() {
    return keyType;
  }
}
