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
 * The keys of an operator, as another selector gives them, counted for its metrics if a {@link
 * KeyCountingOperatorFactory} makes it.
 */
public final class CountedKeySelector
    implements KeySelector<RowData, RowData>, ResultTypeQueryable<RowData> {

  private static final long serialVersionUID = 1L;

  private final KeySelector<RowData, RowData> keys;
  private final TypeInformation<RowData> keyType;
  @Nullable private transient KeysSeen seen;

  /**
   * @param keys gives keys whose hash codes differ as the keys do
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
