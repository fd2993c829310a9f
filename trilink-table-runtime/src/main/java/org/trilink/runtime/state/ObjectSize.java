/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.api.dataview.DataView;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryFormat;
import org.apache.flink.table.data.binary.BinaryRawValueData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinaryStringData;

/**
 * The estimated size on the heap of what table operators have in their state, in bytes, with the
 * reference to it.
 */
public final class ObjectSize {

  /**
   * Stands for the size of an object that only its user knows: an array, a map, a RAW value, or one
   * that has such an object.
   */
  public static final long UNKNOWN = -1;

  /** A number, and what each other object has in addition to its content. */
  private static final long OBJECT = 24;

  /** A row, text or decimal consists of several objects. */
  private static final long OBJECTS = 64;

  /** A memory segment, with its objects and the header of its array. */
  private static final long SEGMENT = 120;

  private ObjectSize() {}

  /** The size of an object, or {@link #UNKNOWN}; 0 for null. */
  public static long of(@Nullable Object object) {
    if (object == null) {
      return 0;
    }
    if (object instanceof Number || object instanceof Boolean) {
      return OBJECT;
    }
    if (object instanceof BinaryRowData || object instanceof BinaryStringData) {
      return OBJECTS + heldBytes((BinaryFormat) object);
    }
    if (object instanceof GenericRowData) {
      return ofFields((GenericRowData) object);
    }
    if (object instanceof DecimalData || object instanceof TimestampData || isView(object)) {
      return OBJECTS;
    }
    if (object instanceof byte[]) {
      return OBJECT + ((byte[]) object).length;
    }
    if (object instanceof List) {
      return ofElements((List<?>) object);
    }
    if (object instanceof SizedObject) {
      return ((SizedObject) object).bytes();
    }
    return object instanceof Tuple ? ofFields((Tuple) object) : UNKNOWN;
  }

  /**
   * Returns the size of the memory that an object keeps, in bytes: a text of a row may keep all of
   * the row.
   */
  private static long heldBytes(BinaryFormat object) {
    long bytes = 0;
    for (MemorySegment segment : object.getSegments()) {
      bytes += SEGMENT + segment.size();
    }
    return bytes;
  }

  /** Whether it is a field of accumulators whose content is a state of its own. */
  private static boolean isView(Object object) {
    return object instanceof BinaryRawValueData
        && ((BinaryRawValueData<?>) object).getJavaObject() instanceof DataView;
  }

  private static long ofFields(GenericRowData row) {
    long bytes = OBJECT;
    for (int i = 0; i < row.getArity() && bytes != UNKNOWN; i++) {
      bytes = sum(bytes, of(row.getField(i)));
    }
    return bytes;
  }

  private static long ofFields(Tuple tuple) {
    long bytes = OBJECT;
    for (int i = 0; i < tuple.getArity() && bytes != UNKNOWN; i++) {
      bytes = sum(bytes, of(tuple.getField(i)));
    }
    return bytes;
  }

  private static long ofElements(List<?> list) {
    long bytes = OBJECTS;
    for (int i = 0; i < list.size() && bytes != UNKNOWN; i++) {
      bytes = sum(bytes, of(list.get(i)));
    }
    return bytes;
  }

  /** The sum of two sizes; unknown if one of them is. */
  static long sum(long one, long other) {
    return one == UNKNOWN || other == UNKNOWN ? UNKNOWN : one + other;
  }
}
