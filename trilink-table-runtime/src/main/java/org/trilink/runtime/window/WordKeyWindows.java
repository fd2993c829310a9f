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
final class WordKeyWindows extends KeyWindows {

  private static final long[] NO_WORDS = {};

  /** The estimated size of an array's header and padding, in bytes. */
  private static final int ARRAY = 24;

  private final WordFields fields;
  private int size;
  private long[] words = NO_WORDS;

  WordKeyWindows(WordFields fields) {
    this.fields = fields;
  }

  /** Words of a slice. */
  private int width() {
    return 1 + fields.words();
  }

  @Override
  int size() {
    return size;
  }

  @Override
  long end(int index) {
    return words[index * width()];
  }

  @Override
  void setEnd(int index, long end) {
    words[index * width()] = end;
  }

  @Override
  boolean keepsRows() {
    return false;
  }

  @Override
  RowData accumulators(int index) {
    return new WordRow(fields, words, index * width() + 1);
  }

  @Override
  void setAccumulators(int index, RowData accumulators) {
    fields.write(accumulators, words, index * width() + 1);
  }

  @Override
  void insert(int index, long end, RowData accumulators) {
    int width = width();
    int start = index * width;
    int used = size * width;
    if (used == words.length) {
      words = Arrays.copyOf(words, size == 0 ? width : 2 * used);
    }
    System.arraycopy(words, start, words, start + width, used - start);
    words[start] = end;
    size++;
    setAccumulators(index, accumulators);
  }

  @Override
  void remove(int index) {
    int width = width();
    int start = index * width;
    size--;
    System.arraycopy(words, start + width, words, start, size * width - start);
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
    copy.words = Arrays.copyOf(words, size * width());
    return copy;
  }

  /** The same bytes as the serializer would write: those of a {@code BinaryRowData}. */
  @Override
  void writeSlices(TypeSerializer<RowData> serializer, DataOutputView target) throws IOException {
    int width = width();
    int used = size * width;
    for (int start = 0; start < used; start += width) {
      target.writeLong(words[start]);
      target.writeInt(fields.words() * Long.BYTES);
      for (int i = start + 1; i < start + width; i++) {
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
    for (int start = 0; start < words.length; start += width) {
      words[start] = source.readLong();
      int bytes = source.readInt();
      if (bytes != fields.words() * Long.BYTES) {
        throw new IOException(
            "A slice's accumulators have "
                + bytes
                + " bytes in the state, and should have "
                + fields.words() * Long.BYTES
                + ": it was written by another query.");
      }
      for (int i = start + 1; i < start + width; i++) {
        words[i] = Long.reverseBytes(source.readLong());
      }
    }
  }
}
