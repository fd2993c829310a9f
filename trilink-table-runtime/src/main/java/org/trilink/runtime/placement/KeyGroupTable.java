package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * The key group of each key, for millions of keys: beside the key's own bytes a key takes 8 bytes,
 * and 12 to 24 in an open-addressing table. Keys are added, never changed or removed.
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

  private static final int INITIAL_SLOTS = 1 << 8;

  /**
   * Entries one after the other, each a word with the number of the key's words and its key group,
   * and then the key's words. They may reach over the end of a page.
   */
  private long[][] pages = {new long[PAGE_WORDS]};

  private long end;

  // A slot has a key's hash, and 1 + where the entry begins; 0 if it is empty.
  private int[] hashes = new int[INITIAL_SLOTS];
  private int[] entries = new int[INITIAL_SLOTS];
  private int size;

  int size() {
    return size;
  }

  /**
   * A key's group.
   *
   * @param hash of the key
   * @return {@link #ABSENT} if the key is not in the table
   */
  int get(BinaryRowData key, int hash) {
    int mask = entries.length - 1;
    for (int slot = hash & mask; entries[slot] != 0; slot = (slot + 1) & mask) {
      if (hashes[slot] == hash) {
        long entry = start(entries[slot]);
        if (isOf(entry, key)) {
          return (int) (word(entry) & KEY_GROUP_MASK);
        }
      }
    }
    return ABSENT;
  }

  private boolean isOf(long entry, BinaryRowData key) {
    int words = key.getSizeInBytes() / Long.BYTES;
    if (word(entry) >>> KEY_GROUP_BITS != words) {
      return false;
    }
    MemorySegment segment = key.getSegments()[0];
    int offset = key.getOffset();
    for (int i = 0; i < words; i++) {
      if (segment.getLong(offset + i * Long.BYTES) != word(entry + 1 + i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds a key, which must not be there, in one segment.
   *
   * @throws IllegalStateException if the keys take more than 16 GB
   */
  void add(BinaryRowData key, int hash, int keyGroup) {
    long entry = end;
    int words = key.getSizeInBytes() / Long.BYTES;
    append(((long) words << KEY_GROUP_BITS) | keyGroup);
    MemorySegment segment = key.getSegments()[0];
    for (int i = 0; i < words; i++) {
      append(segment.getLong(key.getOffset() + i * Long.BYTES));
    }
    index(entry, hash);
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
    if (3L * size >= 2L * entries.length) {
      grow();
    }
    insert(hash, (int) entry + 1);
    size++;
  }

  private void insert(int hash, int reference) {
    int mask = entries.length - 1;
    int slot = hash & mask;
    while (entries[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    hashes[slot] = hash;
    entries[slot] = reference;
  }

  private void grow() {
    int[] oldHashes = hashes;
    int[] oldEntries = entries;
    hashes = new int[2 * oldEntries.length];
    entries = new int[2 * oldEntries.length];
    for (int slot = 0; slot < oldEntries.length; slot++) {
      if (oldEntries[slot] != 0) {
        insert(oldHashes[slot], oldEntries[slot]);
      }
    }
  }

  private static long start(int reference) {
    return reference - 1L;
  }

  private long word(long index) {
    return pages[(int) (index >>> PAGE_BITS)][(int) index & PAGE_MASK];
  }

  /** Where the next key will stand. */
  long end() {
    return end;
  }

  /** Hands on the keys from where one stands, in the order in which they were added. */
  void forEach(long from, EntryAction action) {
    long entry = from;
    while (entry < end) {
      long header = word(entry);
      byte[] key = new byte[(int) (header >>> KEY_GROUP_BITS) * Long.BYTES];
      MemorySegment segment = MemorySegmentFactory.wrap(key);
      for (int offset = 0; offset < key.length; offset += Long.BYTES) {
        segment.putLong(offset, word(++entry));
      }
      entry++;
      action.accept(key, (int) (header & KEY_GROUP_MASK));
    }
  }

  /** What is done with each key. */
  interface EntryAction {
    void accept(byte[] key, int keyGroup);
  }

  // ---------------------------------------------------------------------------------- snapshots

  /** Bytes that {@link #write} writes. */
  long sizeInBytes() {
    return Long.BYTES * (1 + end);
  }

  void write(DataOutputView out) throws IOException {
    out.writeLong(end);
    for (long i = 0; i < end; i++) {
      out.writeLong(word(i));
    }
  }

  /**
   * Adds all that was written; the table must be empty.
   *
   * @param listener is told the key group of every key
   */
  void read(DataInputView in, IntConsumer listener) throws IOException {
    long words = in.readLong();
    while (end < words) {
      long header = in.readLong();
      byte[] bytes = new byte[(int) (header >>> KEY_GROUP_BITS) * Long.BYTES];
      BinaryRowData key = KeyBatch.rowOf(bytes);
      for (int offset = 0; offset < bytes.length; offset += Long.BYTES) {
        key.getSegments()[0].putLong(offset, in.readLong());
      }
      int keyGroup = (int) (header & KEY_GROUP_MASK);
      add(key, key.hashCode(), keyGroup);
      listener.accept(keyGroup);
    }
  }

  /** Bytes of all arrays, the keys' own among them. */
  long retainedBytes() {
    long allocated = Arrays.stream(pages).filter(page -> page != null).count();
    return allocated * PAGE_WORDS * Long.BYTES
        + (long) pages.length * Long.BYTES
        + 2L * Integer.BYTES * entries.length;
  }
}
