/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Rows whose fields take a word of 8 bytes each, in an array of words: first a word with a bit for
 * each field that is NULL, then the fields. The words are those of a {@code BinaryRowData} on a
 * little-endian machine.
 */
final class WordFields implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The null bits are one word, whose first 8 bits have another use, as in Flink's rows. */
  private static final int FIRST_NULL_BIT = 8;

  private static final int MOST_FIELDS = Long.SIZE - FIRST_NULL_BIT;

  /** TIMESTAMPs up to this precision are stored as milliseconds. */
  private static final int MILLISECONDS = 3;

  /** How a field's value is encoded as a word. */
  private enum Kind {
    BOOLEAN,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    TIMESTAMP;

    /** The word of a field that is not NULL. */
    long word(RowData row, int field) {
      switch (this) {
        case BOOLEAN:
          return row.getBoolean(field) ? 1 : 0;
        case BYTE:
          return row.getByte(field) & 0xffL;
        case SHORT:
          return row.getShort(field) & 0xffffL;
        case INT:
          return row.getInt(field) & 0xffffffffL;
        case LONG:
          return row.getLong(field);
        case FLOAT:
          return Float.floatToRawIntBits(row.getFloat(field)) & 0xffffffffL;
        case DOUBLE:
          return Double.doubleToRawLongBits(row.getDouble(field));
        case TIMESTAMP:
          return row.getTimestamp(field, MILLISECONDS).getMillisecond();
      }
      throw new IllegalStateException("A field of no known kind: " + this);
    }

    /** Returns how values of a type are kept in a word; null if they do not fit. */
    @Nullable
    static Kind of(LogicalType type) {
      switch (type.getTypeRoot()) {
        case BOOLEAN:
          return BOOLEAN;
        case TINYINT:
          return BYTE;
        case SMALLINT:
          return SHORT;
        case INTEGER:
        case DATE:
        case TIME_WITHOUT_TIME_ZONE:
        case INTERVAL_YEAR_MONTH:
          return INT;
        case BIGINT:
        case INTERVAL_DAY_TIME:
          return LONG;
        case FLOAT:
          return FLOAT;
        case DOUBLE:
          return DOUBLE;
        case TIMESTAMP_WITHOUT_TIME_ZONE:
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
          return LogicalTypeChecks.getPrecision(type) <= MILLISECONDS ? TIMESTAMP : null;
        default:
          return null;
      }
    }
  }

  private final Kind[] kinds;

  private WordFields(Kind[] kinds) {
    this.kinds = kinds;
  }

  /** Returns null if there is a type whose values do not fit, or if there are too many fields. */
  @Nullable
  static WordFields of(LogicalType[] types) {
    Kind[] kinds = Arrays.stream(types).map(Kind::of).toArray(Kind[]::new);
    return kinds.length > MOST_FIELDS || Arrays.asList(kinds).contains(null)
        ? null
        : new WordFields(kinds);
  }

  /** How many fields a row has. */
  int arity() {
    return kinds.length;
  }

  /** How many words a row has. */
  int words() {
    return 1 + kinds.length;
  }

  /** Whether a field is NULL in the row that begins at an array's position. */
  static boolean isNull(long[] words, int start, int field) {
    return (words[start] & 1L << (FIRST_NULL_BIT + field)) != 0;
  }

  /** The word of a field. */
  static long word(long[] words, int start, int field) {
    return words[start + 1 + field];
  }

  /** Writes a row, from an array's position on. */
  void write(RowData row, long[] words, int start) {
    long nulls = 0;
    for (int field = 0; field < kinds.length; field++) {
      boolean isNull = row.isNullAt(field);
      nulls |= isNull ? 1L << (FIRST_NULL_BIT + field) : 0;
      words[start + 1 + field] = isNull ? 0 : kinds[field].word(row, field);
    }
    words[start] = nulls;
  }

  // ------------------------------------------------------------------------------- savepoints

  void write(DataOutputView target) throws IOException {
    target.writeInt(kinds.length);
    for (Kind kind : kinds) {
      target.writeUTF(kind.name());
    }
  }

  static WordFields read(DataInputView source) throws IOException {
    Kind[] kinds = new Kind[source.readInt()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = Kind.valueOf(source.readUTF());
    }
    return new WordFields(kinds);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WordFields && Arrays.equals(kinds, ((WordFields) other).kinds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(kinds);
  }
}
