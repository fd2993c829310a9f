/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * What keys have, found by a record as well as by a key. A key may also be a placed one.
 *
 * @param <V> what a key has
 */
public interface KeyMap<V> {

  /** What a record's key has; null if nothing. */
  @Nullable
  V ofRecord(RowData row);

  /** What a key has; null if nothing. */
  @Nullable
  V ofKey(RowData key);

  /**
   * Sets what a key has.
   *
   * @param key not copied, must not change
   * @param value not null
   */
  void put(RowData key, V value);

  /** The key has nothing any more. */
  void remove(RowData key);

  /** Shows what each key has, in no order; the map must not be changed meanwhile. */
  void forEach(Consumer<V> action);

  /** No key has anything any more. */
  void clear();
}
