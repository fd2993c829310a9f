/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;

/** How an operator looks up a record's key: by the key's number if it has one, else by its row. */
public final class KeyLookup implements Serializable {

  private static final long serialVersionUID = 1L;

  @Nullable private final KeyNumber numberOfRow;
  @Nullable private final KeyNumber numberOfKey;
  @Nullable private final RowDataKeySelector keys;

  private KeyLookup(
      @Nullable KeyNumber numberOfRow,
      @Nullable KeyNumber numberOfKey,
      @Nullable RowDataKeySelector keys) {
    this.numberOfRow = numberOfRow;
    this.numberOfKey = numberOfKey;
    this.keys = keys;
  }

  /**
   * A lookup by number.
   *
   * @param ofRow the number of a record's key
   * @param ofKey the same number, of a key row
   */
  public static KeyLookup byNumber(KeyNumber ofRow, KeyNumber ofKey) {
    return new KeyLookup(ofRow, ofKey, null);
  }

  /**
   * A lookup by row.
   *
   * @param keys of records, as binary rows; may reuse the same row
   */
  public static KeyLookup byRow(RowDataKeySelector keys) {
    return new KeyLookup(null, null, keys);
  }

  /** The number of a record's key; null if keys are looked up by row. */
  @Nullable
  public KeyNumber numberOfRow() {
    return numberOfRow;
  }

  /** The number of a key, read from a key row; null if keys are looked up by row. */
  @Nullable
  public KeyNumber numberOfKey() {
    return numberOfKey;
  }

  /** A new, empty map for this lookup. */
  public <V> KeyMap<V> newMap() {
    return numberOfRow != null && numberOfKey != null
        ? new NumberedKeys<>(numberOfRow, numberOfKey)
        : new RowKeys<>(keys);
  }
}
