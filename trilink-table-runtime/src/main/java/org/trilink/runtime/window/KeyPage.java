/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.ObjectCache;

/**
 * The entries of up to {@link #MAX_KEYS} keys of one key group, in one array. All of them have room
 * for the same number of slices. There are no gaps: the last entry takes the place of one that is
 * removed.
 *
 * <p>An entry is the key's number, its watermark, the end of the next window to fire, a word with
 * the number of slices, where there are any the time of the cleanup timer and what has been fired
 * under a floor, and then the slices as in {@link WordKeyWindows}.
 *
 * <p>A page is a value in the state backend. The fields at the end of the class are not part of it:
 * they say where the page is.
 */
final class KeyPage extends ObjectCache.Entry {

  static final int KEY_BITS = 6;
  static final int MAX_KEYS = 1 << KEY_BITS;

  private static final int FIRST_KEYS = 4;
  private static final long[] NO_WORDS = {};

  // ---- the words of an entry

  static final int NUMBER = 0;
  static final int WATERMARK = 1;
  static final int NEXT_WINDOW_END = 2;
  static final int SHAPE = 3;
  static final int CLEANUP_TIMER = 4;
  static final int FIRED = 5;

  /** In the word {@link #SHAPE}: the key is NULL, so it has no number. */
  private static final long IS_NULL = 1L << 31;

  private static final long SIZE_MASK = IS_NULL - 1;

  // ---- state

  /** Words of a slice. */
  final int width;

  /** How many slices an entry has room for. */
  final int room;

  /** Words of an entry without its slices: those of the last ones above may be left out. */
  final int header;

  int count;
  long[] words = NO_WORDS;

  // ---- where the page is

  /** Its namespace in the state backend. */
  long id;

  /** A key of the key group, under which the page is stored; null if it is not, as it is empty. */
  @Nullable RowData owner;

  int keyGroup;

  /** Position among all pages. */
  int place;

  /** How many snapshots had been taken when the heap backend returned this object. */
  int snapshots;

  /** Whether there are changes that have not been written to a backend that serializes pages. */
  boolean isDirty;

  /** Whether new keys can be put here, and the place of the next page of which that is true. */
  boolean isOpen;

  int nextOpen;

  KeyPage(int width, int room, int header) {
    this.width = width;
    this.room = room;
    this.header = header;
  }

  /** The {@link #header} that a key's entry needs. */
  static int headerOf(KeyWindows windows) {
    if (windows.fired != KeyWindows.IN_ORDER) {
      return FIRED + 1;
    }
    return windows.cleanupTimer == KeyWindows.NO_CLEANUP_TIMER ? SHAPE + 1 : CLEANUP_TIMER + 1;
  }

  /** Words of an entry. */
  int stride() {
    return header + room * width;
  }

  boolean isFull() {
    return count == MAX_KEYS;
  }

  /** Appends an entry with a number; its other words are to be set. Returns its index. */
  int append(long number) {
    int stride = stride();
    int start = count * stride;
    if (start == words.length) {
      words = Arrays.copyOf(words, Math.max(FIRST_KEYS, 2 * count) * stride);
    }
    words[start] = number;
    return count++;
  }

  /** Removes an entry; the last one takes its place. */
  void remove(int index) {
    int stride = stride();
    count--;
    System.arraycopy(words, count * stride, words, index * stride, stride);
    if (count == 0) {
      clear();
    }
  }

  /** The memory of the entries, in bytes. */
  long bytes() {
    return (long) Long.BYTES * words.length;
  }

  /** Removes all entries. */
  void clear() {
    count = 0;
    words = NO_WORDS;
  }

  long number(int index) {
    return words[index * stride()];
  }

  boolean isNull(int index) {
    return (words[index * stride() + SHAPE] & IS_NULL) != 0;
  }

  // ---------------------------------------------------------------------- the word of the shape

  /**
   * @param size the number of slices
   * @param fireLag from the fire time of the next window to its end, in ms: more than 1 only in a
   *     time zone
   */
  static long shape(int size, boolean isNull, long fireLag) {
    return (long) Math.toIntExact(fireLag) << Integer.SIZE | (isNull ? IS_NULL : 0) | size;
  }

  static int size(long shape) {
    return (int) (shape & SIZE_MASK);
  }

  static boolean isNull(long shape) {
    return (shape & IS_NULL) != 0;
  }

  static long fireLag(long shape) {
    return shape >> Integer.SIZE;
  }

  // ------------------------------------------------------------------------------------- copies

  /**
   * A copy for the heap backend. Changes of it do not show in the original, nor the other way
   * round.
   */
  KeyPage copy() {
    KeyPage copy = new KeyPage(width, room, header);
    copy.count = count;
    copy.words = words.clone();
    copy.id = id;
    copy.owner = owner;
    copy.keyGroup = keyGroup;
    copy.place = place;
    copy.snapshots = snapshots;
    copy.isOpen = isOpen;
    copy.nextOpen = nextOpen;
    return copy;
  }
}
