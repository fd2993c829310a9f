/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.DeserializationSchema.InitializationContext;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/**
 * flink-json's deserializer and ours, compared message by message. In rows that a filter drops, the
 * columns that only rows which pass it need may be NULL or decoded.
 */
final class BothDecoders {

  /** How often each message is compared. */
  static final int TIMES = 3;

  private final RowType type;
  private final ReadFields read;
  @Nullable private final FieldFilter filter;
  private final JsonMode mode;
  private final DeserializationSchema<RowData> flink;
  private final DeserializationSchema<RowData> trilink;
  private long leftOut;

  BothDecoders(
      RowType type,
      ReadFields read,
      @Nullable FieldFilter filter,
      JsonMode mode,
      TimestampFormat format) {
    this.type = type;
    this.read = filter == null ? read : read.or(filter.ofDropped());
    this.filter = filter;
    this.mode = mode;
    this.flink =
        new JsonRowDataDeserializationSchema(
            type,
            InternalTypeInfo.of(type),
            mode.failOnMissingField,
            mode.ignoreParseErrors,
            format);
    try {
      this.trilink =
          InstantiationUtil.clone( // serialized, as on the way to the cluster
              new ProjectedJsonDeserializationSchema(
                  type,
                  this.read,
                  filter == null ? null : filter.rowFilter(),
                  InternalTypeInfo.of(type),
                  mode.failOnMissingField,
                  mode.ignoreParseErrors,
                  format));
      flink.open(null);
      trilink.open(context());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Compares both results for a message; returns whether the result is a row. It comes three times:
   * then Trilink's decoder knows its form, and takes it for a plain one if it is.
   */
  boolean compare(byte[] message) {
    Object expected = outcome(flink, message);
    boolean isRow = compare(message, expected);
    for (int again = 1; again < TIMES; again++) {
      assertThat(compare(message, expected)).isEqualTo(isRow);
    }
    return isRow;
  }

  private boolean compare(byte[] message, Object expected) {
    Object actual = outcome(trilink, message);
    String situation =
        "%s of %s, read %s, %s, %s".formatted(new String(message, UTF_8), type, read, filter, mode);
    if (expected instanceof RowData row && actual instanceof RowData actualRow) {
      GenericRowData expectedRow = onlyRead(row, type, read);
      if (filter != null && !filter.passes(row)) {
        leaveOut(expectedRow, (GenericRowData) actualRow);
      }
      assertThat(onlyRead(actualRow, type, read)).as(situation).isEqualTo(expectedRow);
      return true;
    }
    assertThat(actual).as(situation).isEqualTo(expected);
    return false;
  }

  static InitializationContext context() {
    return new InitializationContext() {
      @Override
      public MetricGroup getMetricGroup() {
        return new UnregisteredMetricsGroup();
      }

      @Override
      public UserCodeClassLoader getUserCodeClassLoader() {
        return SimpleUserCodeClassLoader.create(BothDecoders.class.getClassLoader());
      }
    };
  }

  /** Sets the fields to NULL that are NULL in a dropped row and may be. */
  private void leaveOut(GenericRowData expected, GenericRowData actual) {
    for (int i = 0; i < type.getFieldCount(); i++) {
      if (!filter.ofDropped().reads(i) && actual.getField(i) == null) {
        leftOut += expected.getField(i) == null ? 0 : 1;
        expected.setField(i, null);
      }
    }
  }

  /** How many values of dropped rows were not decoded in total. */
  long leftOut() {
    return leftOut;
  }

  /** A row, null, or the text of a failure. */
  private static Object outcome(DeserializationSchema<RowData> decoder, byte[] message) {
    try {
      return decoder.deserialize(message);
    } catch (IOException e) {
      return e.getMessage() + ": " + e.getCause();
    }
  }

  private static GenericRowData onlyRead(RowData row, RowType type, ReadFields read) {
    GenericRowData projected = new GenericRowData(type.getFieldCount());
    for (int i = 0; i < projected.getArity(); i++) {
      if (read.reads(i)) {
        Object value = ((GenericRowData) row).getField(i);
        projected.setField(
            i,
            value instanceof RowData nested && type.getTypeAt(i) instanceof RowType nestedType
                ? onlyRead(nested, nestedType, read.within(i, nestedType))
                : value);
      }
    }
    return projected;
  }
}
