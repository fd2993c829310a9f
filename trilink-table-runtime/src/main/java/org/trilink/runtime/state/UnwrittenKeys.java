/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import javax.annotation.Nullable;

/**
 * The keys of a cache with something that is still to be written to the backend: a queue by their
 * own references, the one that has waited longest first.
 */
final class UnwrittenKeys<K> {

  @Nullable private KeyEntry<K> first;
  @Nullable private KeyEntry<K> last;

  /** How many values and map entries of all keys are to be written. */
  private long values;

  /** How many values and map entries are to be written. */
  long values() {
    return values;
  }

  /** The key that has waited longest; null if there is none. */
  @Nullable
  KeyEntry<K> first() {
    return first;
  }

  /**
   * Takes the number of a key's unwritten values and map entries. With none, the key leaves the
   * queue; otherwise it keeps its place, or becomes the last one.
   */
  void count(KeyEntry<K> entry, int unwritten) {
    values += unwritten - entry.unwritten;
    if (unwritten == 0 && entry.unwritten > 0) {
      remove(entry);
    } else if (unwritten > 0 && entry.unwritten == 0) {
      add(entry);
    }
    entry.unwritten = unwritten;
  }

  private void add(KeyEntry<K> entry) {
    entry.earlier = last;
    if (last == null) {
      first = entry;
    } else {
      last.later = entry;
    }
    last = entry;
  }

  private void remove(KeyEntry<K> entry) {
    if (entry.earlier == null) {
      first = entry.later;
    } else {
      entry.earlier.later = entry.later;
    }
    if (entry.later == null) {
      last = entry.earlier;
    } else {
      entry.later.earlier = entry.earlier;
    }
    entry.earlier = null;
    entry.later = null;
  }
}
