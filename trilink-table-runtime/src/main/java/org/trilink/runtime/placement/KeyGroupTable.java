/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyBytes;

/**
 * The key group of each key, for millions of keys. In addition to its own bytes a key takes 8
 * bytes, and 12 to 24 in an open-addressing table. Keys are added, never changed or removed.
 *
 * <p>A key may be added before it is known in which key group it is. Until that is decided it has
 * another number, by which what waits for the decision is found without a second table.
 *
 * <p>A key's bytes are a whole number of words of 8 bytes, as {@link BinaryRowData}'s always are.
 */
final class KeyGroupTable {

  /** No key group: the key is not in the table. */
  static final int ABSENT = -1;

  private static final int PAGE_BITS = 13;
  private static final int PAGE_WORDS = 1 << PAGE_BITS;
  private static final int PAGE_MASK = PAGE_WORDS - 1;

  private static final int KEY_GROUP_BITS = 16;
  private static final int KEY_GROUP_MASK = (1 << KEY_GROUP_BITS) - 1;

  /** In an entry's first word: what is there in place of a key group is not one. */
  private static final long UNDECIDED = Long.MIN_VALUE;

  private static final int INITIAL_SLOTS = 1 << 8;

  /**
   * Entries one after the other, each a word with the number of the key's words and its key group,
   * and then the key's words. An entry may cross the end of a page.
   */
  private long[][] pages = {new long[PAGE_WORDS]};

  private long end;

  /** A key's hash in the upper half, and 1 + where its entry begins in the lower; 0 for none. */
  private long[] slots = new long[INITIAL_SLOTS];

  private int size;

  int size() {
    return size;
  }

  /**
   * A key's group.
   *
   * @param hash of the key
   * @return {@link #ABSENT} if the key is not in the table; less than that if its key group is not
   *     decided, see {@link #waitingNumber}
   */
  int get(BinaryRowData key, int hash) {
    int mask = slots.length - 1;
    for (int i = hash & mask; slots[i] != 0; i = (i + 1) & mask) {
      long slot = slots[i];
      if ((int) (slot >>> Integer.SIZE) == hash) {
        long entry = entry(slot);
        long[] page = pages[(int) (entry >>> PAGE_BITS)];
        int start = (int) entry & PAGE_MASK;
        long header = page[start];
        int words = words(header);
        if (words == key.getSizeInBytes() / Long.BYTES
            && (start + words < PAGE_WORDS
                ? isOf(page, start + 1, words, key)
                : isOf(entry, key))) {
          int number = (int) (header & KEY_GROUP_MASK);
          return (header & UNDECIDED) == 0 ? number : ABSENT - 1 - number;
        }
      }
    }
    return ABSENT;
  }

  /** Whether a key is that of an entry that is on one page, as almost all are. */
  private static boolean isOf(long[] page, int start, int words, BinaryRowData key) {
    MemorySegment segment = key.getSegments()[0];
    int offset = key.getOffset();
    for (int i = 0; i < words; i++) {
      if (segment.getLong(offset + i * Long.BYTES) != page[start + i]) {
        return false;
      }
    }
    return true;
  }

  private boolean isOf(long entry, BinaryRowData key) {
    MemorySegment segment = key.getSegments()[0];
    int offset = key.getOffset();
    int end = offset + key.getSizeInBytes();
    for (long index = entry + 1; offset < end; index++) {
      if (segment.getLong(offset) != word(index)) {
        return false;
      }
      offset += Long.BYTES;
    }
    return true;
  }

  /** The number of a key whose key group is not decided, by what {@link #get} returned for it. */
  static int waitingNumber(int found) {
    return ABSENT - 1 - found;
  }

  /**
   * Adds a key, which must not be there, in one segment.
   *
   * @throws IllegalStateException if the keys take more than 16 GB
   */
  void add(BinaryRowData key, int hash, int keyGroup) {
    add(key, hash, (long) keyGroup);
  }

  /**
   * Adds a key, which must not be there, in one segment, before its key group is decided.
   *
   * @param number 0 to 65535
   * @return the key's position
   * @throws IllegalStateException if the keys take more than 16 GB
   */
  long addUndecided(BinaryRowData key, int hash, int number) {
    return add(key, hash, UNDECIDED | number);
  }

  /**
   * Decides on the key group of a key.
   *
   * @param position of a key that was added undecided
   */
  void decide(long position, int keyGroup) {
    pages[(int) (position >>> PAGE_BITS)][(int) position & PAGE_MASK] =
        ((long) words(word(position)) << KEY_GROUP_BITS) | keyGroup;
  }

  private long add(BinaryRowData key, int hash, long value) {
    long entry = end;
    int words = key.getSizeInBytes() / Long.BYTES;
    append(((long) words << KEY_GROUP_BITS) | value);
    MemorySegment segment = key.getSegments()[0];
    for (int i = 0; i < words; i++) {
      append(segment.getLong(key.getOffset() + i * Long.BYTES));
    }
    index(entry, hash);
    return entry;
  }

  private void append(long word) {
    int page = (int) (end >>> PAGE_BITS);
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, pages.length + 1 + pages.length / 8);
    }
    if (pages[page] == null) {
      pages[page] = new long[PAGE_WORDS];
    }
    pages[page][(int) end & PAGE_MASK] = word;
    end++;
  }

  private void index(long entry, int hash) {
    if (entry >= Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "There are more than 16 GB of keys to be placed by a coordinator. Use a partition"
              + " strategy that decides locally, 'hash', 'modulo' or 'weight'.");
    }
    if (3L * size >= 2L * slots.length) {
      grow();
    }
    insert(((long) hash << Integer.SIZE) | (entry + 1));
    size++;
  }

  private void insert(long slot) {
    int mask = slots.length - 1;
    int i = (int) (slot >>> Integer.SIZE) & mask;
    while (slots[i] != 0) {
      i = (i + 1) & mask;
    }
    slots[i] = slot;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[2 * old.length];
    for (long slot : old) {
      if (slot != 0) {
        insert(slot);
      }
    }
  }

  /** Where the entry of a slot begins. */
  private static long entry(long slot) {
    return (slot & Integer.MAX_VALUE) - 1;
  }

  /** The number of a key's words, by the first word of its entry. */
  private static int words(long header) {
    return (int) ((header & ~UNDECIDED) >>> KEY_GROUP_BITS);
  }

  private long word(long index) {
    return pages[(int) (index >>> PAGE_BITS)][(int) index & PAGE_MASK];
  }

  /** The position of the next key. */
  long end() {
    return end;
  }

  /**
   * Adds the key at a position to a batch.
   *
   * @param hash of the key
   */
  void copyTo(KeyBatch batch, long position, int hash) {
    int words = words(word(position));
    int offset = batch.append(words * Long.BYTES, hash);
    for (long index = position + 1; index <= position + words; index++) {
      batch.segment().putLong(offset, word(index));
      offset += Long.BYTES;
    }
  }

  /** Visits the hashes of all keys. */
  void forEachHash(IntConsumer action) {
    for (long slot : slots) {
      if (slot != 0) {
        action.accept((int) (slot >>> Integer.SIZE));
      }
    }
  }

  /**
   * Visits the keys from a position on, whose key groups are decided, in the order in which they
   * were added.
   */
  void forEach(long from, EntryAction action) {
    long entry = from;
    while (entry < end) {
      long header = word(entry);
      byte[] key = new byte[words(header) * Long.BYTES];
      MemorySegment segment = MemorySegmentFactory.wrap(key);
      for (int offset = 0; offset < key.length; offset += Long.BYTES) {
        segment.putLong(offset, word(++entry));
      }
      entry++;
      action.accept(key, (int) (header & KEY_GROUP_MASK));
    }
  }

  /** An action for each key. */
  interface EntryAction {
    void accept(byte[] key, int keyGroup);
  }

  // ---------------------------------------------------------------------------------- snapshots

  /** The keys that are in the table now; their key groups must be decided. It copies nothing. */
  Image image() {
    return new Image(pages, end);
  }

  /**
   * The keys that were in a table at one moment. As the table never changes what it has written,
   * any thread may write them while keys are added to it.
   */
  static final class Image {

    private final long[][] pages;
    private final long end;

    private Image(long[][] pages, long end) {
      this.pages = pages;
      this.end = end;
    }

    /** Bytes that {@link #write} writes. */
    long sizeInBytes() {
      return Long.BYTES * (1 + end);
    }

    void write(DataOutputView out) throws IOException {
      out.writeLong(end);
      for (long i = 0; i < end; i++) {
        out.writeLong(pages[(int) (i >>> PAGE_BITS)][(int) i & PAGE_MASK]);
      }
    }
  }

  /**
   * Adds all that an {@link Image} has written; the table must be empty.
   *
   * @param listener receives the key group of every key
   */
  void read(DataInputView in, IntConsumer listener) throws IOException {
    long words = in.readLong();
    while (end < words) {
      long header = in.readLong();
      byte[] bytes = new byte[words(header) * Long.BYTES];
      BinaryRowData key = KeyBytes.key(bytes);
      for (int offset = 0; offset < bytes.length; offset += Long.BYTES) {
        key.getSegments()[0].putLong(offset, in.readLong());
      }
      int keyGroup = (int) (header & KEY_GROUP_MASK);
      add(key, key.hashCode(), keyGroup);
      listener.accept(keyGroup);
    }
  }

  /** Bytes of all arrays, including the keys' own bytes. */
  long retainedBytes() {
    long allocated = Arrays.stream(pages).filter(page -> page != null).count();
    return allocated * PAGE_WORDS * Long.BYTES
        + (long) pages.length * Long.BYTES
        + (long) Long.BYTES * slots.length;
  }
}
