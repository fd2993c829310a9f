/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.table.data.RowData;

/**
 * Selects the keys of an operator with another selector, and counts them for the operator's metrics
 * if it is created by a {@link KeyCountingOperatorFactory}.
 */
public final class CountedKeySelector
    implements KeySelector<RowData, RowData>, ResultTypeQueryable<RowData> {

  private static final long serialVersionUID = 1L;

  private final KeySelector<RowData, RowData> keys;
  private final TypeInformation<RowData> keyType;
  @Nullable private transient KeysSeen seen;

  /**
   * @param keys selects keys with well-distributed hash codes
   * @param keyType of those
   */
  public CountedKeySelector(KeySelector<RowData, RowData> keys, TypeInformation<RowData> keyType) {
    this.keys = keys;
    this.keyType = keyType;
  }

  @Override
  public RowData getKey(RowData row) throws Exception {
    RowData key = keys.getKey(row);
    if (seen != null) {
      seen.add(key.hashCode());
    }
    return key;
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return keyType;
  }

  private Object readResolve() {
    seen = KeysSeen.ofOperatorInTheMaking();
    return this;
  }
}
