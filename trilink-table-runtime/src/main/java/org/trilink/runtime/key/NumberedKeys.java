/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * A map for keys that have numbers; NULL is a key like any other.
 *
 * @param <V> the type of the values
 */
final class NumberedKeys<V> implements KeyMap<V> {

  private final KeyNumber ofRow;
  private final KeyNumber ofKey;
  private final LongMap<V> values = new LongMap<>();
  @Nullable private V ofNull;

  /**
   * Empty.
   *
   * @param ofRow the number of a record's key
   * @param ofKey the same number, of a key row
   */
  NumberedKeys(KeyNumber ofRow, KeyNumber ofKey) {
    this.ofRow = ofRow;
    this.ofKey = ofKey;
  }

  @Override
  @Nullable
  public V ofRecord(RowData row) {
    return get(ofRow, row);
  }

  @Override
  @Nullable
  public V ofKey(RowData key) {
    return get(ofKey, key);
  }

  @Nullable
  private V get(KeyNumber number, RowData row) {
    return number.isNull(row) ? ofNull : values.get(number.of(row));
  }

  @Override
  public void put(RowData key, V value) {
    if (ofKey.isNull(key)) {
      ofNull = value;
    } else {
      values.put(ofKey.of(key), value);
    }
  }

  @Override
  public void remove(RowData key) {
    if (ofKey.isNull(key)) {
      ofNull = null;
    } else {
      values.remove(ofKey.of(key));
    }
  }

  @Override
  public void clear() {
    ofNull = null;
    values.clear();
  }
}
