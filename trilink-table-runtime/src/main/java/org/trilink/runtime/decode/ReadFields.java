/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.flink.table.types.logical.RowType;

/**
 * The fields of a row, and of its nested rows, that are read. Immutable.
 *
 * <p>Fields that are not read stay in the row, as NULL: the row's type does not change.
 */
public final class ReadFields implements Serializable {

  private static final long serialVersionUID = 1L;

  private final boolean[] read;

  /**
   * The fields of nested rows that are read; null for a field that is read completely or not at
   * all.
   */
  private final ReadFields[] nested;

  private ReadFields(boolean[] read, ReadFields[] nested) {
    this.read = read;
    this.nested = nested;
  }

  /** Every field of a row of that type. */
  public static ReadFields all(RowType type) {
    boolean[] read = new boolean[type.getFieldCount()];
    Arrays.fill(read, true);
    return new ReadFields(read, new ReadFields[read.length]);
  }

  /** No field of a row of that type; a start for {@link #and}. */
  public static ReadFields none(RowType type) {
    return new ReadFields(new boolean[type.getFieldCount()], new ReadFields[type.getFieldCount()]);
  }

  /**
   * Returns these fields and one more.
   *
   * @param type of the row
   * @param path the field's index, then that of a field of this nested row, and so on
   */
  public ReadFields and(RowType type, int... path) {
    return and(type, path, 0);
  }

  private ReadFields and(RowType type, int[] path, int depth) {
    int field = path[depth];
    boolean[] newRead = read.clone();
    ReadFields[] newNested = nested.clone();
    newRead[field] = true;
    if (depth + 1 == path.length) {
      newNested[field] = null;
    } else if (!read[field] || nested[field] != null) {
      RowType fieldType = (RowType) type.getTypeAt(field);
      ReadFields before = read[field] ? nested[field] : none(fieldType);
      newNested[field] = before.and(fieldType, path, depth + 1);
    }
    return new ReadFields(newRead, newNested);
  }

  /** The fields that are read by this one or by the other. */
  public ReadFields or(ReadFields other) {
    boolean[] either = read.clone();
    ReadFields[] eitherNested = nested.clone();
    for (int i = 0; i < read.length; i++) {
      either[i] |= other.read[i];
      if (!read[i]) {
        eitherNested[i] = other.nested[i];
      } else if (nested[i] != null && other.read[i]) {
        eitherNested[i] = other.nested[i] == null ? null : nested[i].or(other.nested[i]);
      }
    }
    return new ReadFields(either, eitherNested);
  }

  /** Whether the field is read, completely or in part. */
  public boolean reads(int field) {
    return read[field];
  }

  /**
   * The fields that are read of a nested row, in a field that is read.
   *
   * @param type of that row
   */
  public ReadFields within(int field, RowType type) {
    return nested[field] == null ? all(type) : nested[field];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReadFields
        && Arrays.equals(read, ((ReadFields) other).read)
        && Arrays.equals(nested, ((ReadFields) other).nested);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(read) + Arrays.hashCode(nested);
  }

  @Override
  public String toString() {
    return Arrays.toString(read) + Arrays.toString(nested);
  }
}
