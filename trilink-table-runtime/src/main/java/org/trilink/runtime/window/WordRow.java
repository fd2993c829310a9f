/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.trilink.runtime.operator.DelegatingRow;

/**
 * A view of a row in an array of words, in the format of {@link WordFields}. It reflects later
 * changes of the array.
 */
final class WordRow extends DelegatingRow {

  private final WordFields fields;
  private long[] words;
  private int start;

  /**
   * @param start of the row in the array
   */
  WordRow(WordFields fields, long[] words, int start) {
    this.fields = fields;
    this.words = words;
    this.start = start;
  }

  /** Makes it the view of the row that starts there. */
  WordRow at(long[] newWords, int newStart) {
    words = newWords;
    start = newStart;
    return this;
  }

  private long word(int field) {
    return WordFields.word(words, start, field);
  }

  @Override
  public int getArity() {
    return fields.arity();
  }

  @Override
  public boolean isNullAt(int field) {
    return WordFields.isNull(words, start, field);
  }

  @Override
  public boolean getBoolean(int field) {
    return word(field) != 0;
  }

  @Override
  public byte getByte(int field) {
    return (byte) word(field);
  }

  @Override
  public short getShort(int field) {
    return (short) word(field);
  }

  @Override
  public int getInt(int field) {
    return (int) word(field);
  }

  @Override
  public long getLong(int field) {
    return word(field);
  }

  @Override
  public float getFloat(int field) {
    return Float.intBitsToFloat((int) word(field));
  }

  @Override
  public double getDouble(int field) {
    return Double.longBitsToDouble(word(field));
  }

  @Override
  public TimestampData getTimestamp(int field, int precision) {
    return TimestampData.fromEpochMillis(word(field));
  }

  @Override
  public RowKind getRowKind() {
    return RowKind.INSERT;
  }

  // ---------------------------------------------------------------- what does not fit into words

  @Override
  public void setRowKind(RowKind kind) {
    throw new UnsupportedOperationException("Accumulators have no kind.");
  }

  @Override
  protected RowData row() {
    throw new UnsupportedOperationException("No field of such a type fits into 8 bytes.");
  }
}
