/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

/**
 * Finds the entries of keys on pages by the keys' numbers: open addressing with linear probing, at
 * most three quarters full. A slot has 4 bytes: the entry's position, and some bits of the number's
 * hash, so that a page is nearly never accessed for an entry of another key.
 */
final class KeyPageIndex {

  /** There is no such entry. */
  static final int NONE = -1;

  private static final int FREE = 0;
  private static final int MIN_SLOTS = 16;
  private static final int TAG_BITS = 6;
  private static final int POSITION_BITS = Integer.SIZE - TAG_BITS;
  private static final int POSITION_MASK = (1 << POSITION_BITS) - 1;

  /** Positions are below this number. */
  static final int MAX_POSITIONS = POSITION_MASK;

  /** 2^64 / golden ratio: its product's upper bits depend on all bits of a number. */
  private static final long SCATTER = 0x9e3779b97f4a7c15L;

  /** Reads the numbers of entries. */
  interface Numbers {
    /** The number of the key whose entry has the position. */
    long at(int position);
  }

  private final Numbers numbers;

  /** {@link #FREE}, or a tag and one more than a position. */
  private int[] slots = new int[MIN_SLOTS];

  private int size;

  KeyPageIndex(Numbers numbers) {
    this.numbers = numbers;
  }

  int size() {
    return size;
  }

  void clear() {
    slots = new int[MIN_SLOTS];
    size = 0;
  }

  /** The position of a number's entry, or {@link #NONE}. */
  int find(long number) {
    int slot = slot(number);
    return slots[slot] == FREE ? NONE : position(slot);
  }

  /** Adds a number that is not there. */
  void add(long number, int position) {
    if (4 * (size + 1) > 3 * slots.length) {
      grow();
    }
    size++;
    put(number, position);
  }

  private void put(long number, int position) {
    long hash = hash(number);
    int slot = home(hash);
    while (slots[slot] != FREE) {
      slot = next(slot);
    }
    slots[slot] = tag(hash) | (position + 1);
  }

  /** Sets another position for a number that is there. */
  void move(long number, int position) {
    int slot = slot(number);
    slots[slot] = (slots[slot] & ~POSITION_MASK) | (position + 1);
  }

  /** Removes a number that is there. */
  void remove(long number) {
    int free = slot(number);
    size--;
    // moves up later entries that could no longer be found across the gap
    for (int slot = next(free); slots[slot] != FREE; slot = next(slot)) {
      int home = home(hash(numbers.at(position(slot))));
      if (distance(home, slot) >= distance(free, slot)) {
        slots[free] = slots[slot];
        free = slot;
      }
    }
    slots[free] = FREE;
  }

  private void grow() {
    int[] former = slots;
    slots = new int[2 * former.length];
    for (int slot : former) {
      if (slot != FREE) {
        int position = (slot & POSITION_MASK) - 1;
        put(numbers.at(position), position);
      }
    }
  }

  /** The slot of the number, or the free slot for it. */
  private int slot(long number) {
    long hash = hash(number);
    int tag = tag(hash);
    int slot = home(hash);
    while (slots[slot] != FREE
        && ((slots[slot] & ~POSITION_MASK) != tag || numbers.at(position(slot)) != number)) {
      slot = next(slot);
    }
    return slot;
  }

  private static long hash(long number) {
    return number * SCATTER;
  }

  private int home(long hash) {
    return (int) (hash >>> (Long.SIZE - Integer.numberOfTrailingZeros(slots.length)));
  }

  /** Bits that do not decide the home of less than 2^32 slots. */
  private static int tag(long hash) {
    return (int) hash & ~POSITION_MASK;
  }

  private int position(int slot) {
    return (slots[slot] & POSITION_MASK) - 1;
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  private int distance(int from, int to) {
    return (to - from) & (slots.length - 1);
  }
}
