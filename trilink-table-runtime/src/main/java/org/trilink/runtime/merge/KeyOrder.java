/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

/**
 * The keys that are held, in the order in which they came. Rows that leave in it keep what is near
 * in the input near in the state behind the exchange, where the order of a hash table would scatter
 * it: with a million keys that makes most accesses a miss of the processor's cache.
 */
final class KeyOrder {

  /** Before the first key and after the last one. */
  private final KeySlots ends = new KeySlots(null, 0);

  KeyOrder() {
    clear();
  }

  void add(KeySlots key) {
    key.previous = ends.previous;
    key.next = ends;
    ends.previous.next = key;
    ends.previous = key;
  }

  /** Removes a key that is there. It keeps no others alive, if it is still referenced itself. */
  void remove(KeySlots key) {
    key.previous.next = key.next;
    key.next.previous = key.previous;
    key.previous = null;
    key.next = null;
  }

  void clear() {
    ends.previous = ends;
    ends.next = ends;
  }

  /** An action on a key. */
  interface Action {

    void accept(KeySlots key) throws Exception;
  }

  /** Keys must not be added or removed meanwhile. */
  void forEach(Action action) throws Exception {
    for (KeySlots key = ends.next; key != ends; key = key.next) {
      action.accept(key);
    }
  }
}
