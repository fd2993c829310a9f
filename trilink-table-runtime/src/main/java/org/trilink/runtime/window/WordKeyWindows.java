/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;

/**
 * A key's windows with accumulators that fit into 8 bytes each: all slices are in one array, so
 * that a key is two objects, and a change of its accumulators leaves no object behind.
 *
 * <p>A slice is its end in ms, one word with the null bits, and a word for each accumulator.
 */
class WordKeyWindows extends KeyWindows {

  private static final long[] NO_WORDS = {};

  /** The estimated size of an array's header and padding, in bytes. */
  private static final int ARRAY = 24;

  final WordFields fields;
  int size;

  /** The slices are from {@link #start} on, and have room up to {@link #limit}. */
  long[] words = NO_WORDS;

  int start;
  int limit;

  WordKeyWindows(WordFields fields) {
    this.fields = fields;
  }

  /** Words of a slice. */
  final int width() {
    return 1 + fields.words();
  }

  /** Where a slice begins. */
  final int at(int index) {
    return start + index * width();
  }

  @Override
  int size() {
    return size;
  }

  @Override
  long end(int index) {
    return words[at(index)];
  }

  @Override
  void setEnd(int index, long end) {
    words[at(index)] = end;
  }

  @Override
  boolean keepsRows() {
    return false;
  }

  @Override
  RowData accumulators(int index) {
    return new WordRow(fields, words, at(index) + 1);
  }

  @Override
  void setAccumulators(int index, RowData accumulators) {
    fields.write(accumulators, words, at(index) + 1);
  }

  @Override
  void insert(int index, long end, RowData accumulators) {
    if (at(size) == limit) {
      makeRoom();
    }
    int slice = at(index);
    System.arraycopy(words, slice, words, slice + width(), at(size) - slice);
    words[slice] = end;
    size++;
    setAccumulators(index, accumulators);
  }

  /** Makes room for more slices. */
  void makeRoom() {
    words = Arrays.copyOf(words, Math.max(1, 2 * size) * width());
    limit = words.length;
  }

  @Override
  void remove(int index) {
    int slice = at(index);
    size--;
    System.arraycopy(words, slice + width(), words, slice, at(size) - slice);
  }

  @Override
  long bytes() {
    return ARRAY + (long) Long.BYTES * words.length;
  }

  // -------------------------------------------------------------------------- copies and bytes

  @Override
  KeyWindows copySlices(TypeSerializer<RowData> serializer) {
    WordKeyWindows copy = new WordKeyWindows(fields);
    copy.size = size;
    copy.words = Arrays.copyOfRange(words, start, at(size));
    copy.limit = copy.words.length;
    return copy;
  }

  /**
   * Writes the bytes that the serializer of accumulators would write: those of a {@code
   * BinaryRowData}.
   */
  @Override
  void writeSlices(TypeSerializer<RowData> serializer, DataOutputView target) throws IOException {
    int width = width();
    for (int slice = start; slice < at(size); slice += width) {
      target.writeLong(words[slice]);
      target.writeInt(fields.words() * Long.BYTES);
      for (int i = slice + 1; i < slice + width; i++) {
        target.writeLong(Long.reverseBytes(words[i]));
      }
    }
  }

  @Override
  void readSlices(int count, TypeSerializer<RowData> serializer, DataInputView source)
      throws IOException {
    int width = width();
    size = count;
    words = new long[count * width];
    limit = words.length;
    for (int slice = 0; slice < limit; slice += width) {
      words[slice] = source.readLong();
      int bytes = source.readInt();
      if (bytes != fields.words() * Long.BYTES) {
        throw new IOException(
            "A slice's accumulators have "
                + bytes
                + " bytes in the state, and should have "
                + fields.words() * Long.BYTES
                + ": it was written by another query.");
      }
      for (int i = slice + 1; i < slice + width; i++) {
        words[i] = Long.reverseBytes(source.readLong());
      }
    }
  }
}
