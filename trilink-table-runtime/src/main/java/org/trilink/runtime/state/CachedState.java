/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

/** One state of all keys in {@link CachedKeyedValues}: what it is in an entry of a key. */
abstract class CachedState {

  final CachedKeyedValues<?> keys;
  final int index;

  /**
   * @param index of the state in the entries
   */
  CachedState(CachedKeyedValues<?> keys, int index) {
    this.keys = keys;
    this.index = index;
  }

  /** The entry of the selected key. */
  final KeyEntry<?> entry() {
    return keys.entry();
  }

  /**
   * Whether the key has nothing here, and the backend has nothing apart from what is still to be
   * removed.
   */
  abstract boolean isEmpty(KeyEntry<?> entry);

  /** The estimated size in the entry, in bytes, or {@link ObjectSize#UNKNOWN}. */
  abstract long bytes(KeyEntry<?> entry);

  /** How many values or map entries are to be written to the backend. */
  abstract int unwritten(KeyEntry<?> entry);

  /** Writes what has changed. The backend has selected the key. */
  abstract void write(KeyEntry<?> entry) throws Exception;
}
