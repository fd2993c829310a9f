/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * A map from keys to values, which are looked up by a record or by a key. A key may also be a
 * placed one.
 *
 * @param <V> the type of the values
 */
public interface KeyMap<V> {

  /** The value of a record's key; null if there is none. */
  @Nullable
  V ofRecord(RowData row);

  /** The value of a key; null if there is none. */
  @Nullable
  V ofKey(RowData key);

  /**
   * Sets the value of a key.
   *
   * @param key not copied, must not change
   * @param value not null
   */
  void put(RowData key, V value);

  /** Removes the value of a key. */
  void remove(RowData key);

  /** Removes all values. */
  void clear();
}
