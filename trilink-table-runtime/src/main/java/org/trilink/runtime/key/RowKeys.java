/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.util.HashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.util.FlinkRuntimeException;

/** A map for keys of any columns, by the key's row. */
final class RowKeys<V> implements KeyMap<V> {

  private final RowDataKeySelector keys;
  private final Map<RowData, V> values = new HashMap<>();
  private final PackedKeys packed = new PackedKeys();

  /**
   * Empty.
   *
   * @param keys of records; may reuse the same row
   */
  RowKeys(RowDataKeySelector keys) {
    this.keys = keys;
  }

  @Override
  @Nullable
  public V ofRecord(RowData row) {
    try {
      return values.get(keys.getKey(row));
    } catch (Exception e) {
      throw new FlinkRuntimeException("A row's key cannot be read.", e);
    }
  }

  @Override
  @Nullable
  public V ofKey(RowData key) {
    return values.get(PlacedKey.unplaced(key));
  }

  @Override
  public void put(RowData key, V value) {
    values.put(key instanceof PlacedKey ? packed.packRow(((PlacedKey) key).key()) : key, value);
  }

  @Override
  public void remove(RowData key) {
    values.remove(PlacedKey.unplaced(key));
  }

  @Override
  public void clear() {
    values.clear();
  }
}
