/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.DeserializationSchema.InitializationContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/**
 * Flink's deserializer and ours, compared message by message. In rows that a filter drops, the
 * columns that only rows which pass it need may be NULL or decoded; or there is no such row.
 */
public final class BothDecoders {

  /** How often each message is compared. */
  public static final int TIMES = 3;

  private final RowType type;
  private final ReadFields read;
  @Nullable private final FieldFilter filter;
  private final String options;
  private final DeserializationSchema<RowData> flink;
  private final ProjectedDeserializationSchema trilink;
  private boolean comparesCauses = true;
  private long leftOut;
  private long notEmitted;

  /** Makes Trilink's decoder. */
  @FunctionalInterface
  public interface Factory {

    ProjectedDeserializationSchema create(ReadFields read, @Nullable RowFilter filter);
  }

  /**
   * Opens both.
   *
   * @param options of the format, for failures of a comparison
   * @param flink Flink's decoder
   * @param trilink makes ours for the fields of {@code read} and of the filter
   */
  public BothDecoders(
      RowType type,
      ReadFields read,
      @Nullable FieldFilter filter,
      String options,
      DeserializationSchema<RowData> flink,
      Factory trilink) {
    this.type = type;
    this.read = filter == null ? read : read.or(filter.ofDropped());
    this.filter = filter;
    this.options = options;
    this.flink = flink;
    try {
      this.trilink =
          InstantiationUtil.clone( // serialized, as on the way to the cluster
              trilink.create(this.read, filter == null ? null : filter.rowFilter()));
      flink.open(context());
      this.trilink.open(context());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Compares both results for a message; returns whether the result is a row. It comes three times:
   * then Trilink's decoder knows its form, and takes it for a plain one if it is.
   */
  public boolean compare(byte[] message) {
    Object expected = outcome(flink, message);
    boolean isRow = compare(message, expected);
    for (int again = 1; again < TIMES; again++) {
      assertThat(compare(message, expected)).isEqualTo(isRow);
    }
    return isRow;
  }

  /** Compares both results for the next message of a sequence; returns whether it is a row. */
  public boolean compareNext(byte[] message) {
    return compare(message, outcome(flink, message));
  }

  /** Compares only that both fail, and what with. */
  public BothDecoders withoutCauses() {
    comparesCauses = false;
    return this;
  }

  private boolean compare(byte[] message, Object expected) {
    Object actual = outcome(trilink, message);
    String situation =
        "%s of %s, read %s, %s, %s"
            .formatted(new String(message, UTF_8), type, read, filter, options);
    if (expected instanceof RowData row && actual == null && mayBeMissing(row)) {
      notEmitted++;
      return true;
    }
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

  public static InitializationContext context() {
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

  private boolean mayBeMissing(RowData row) {
    return filter != null && !filter.emitsDropped() && !filter.passes(row);
  }

  /** How many dropped rows were not emitted. */
  public long notEmitted() {
    return notEmitted;
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

  /** How many messages Trilink's decoder left to Flink's. */
  public long leftToFlink() {
    return trilink.leftToFlink();
  }

  /** How many values of dropped rows were not decoded in total. */
  public long leftOut() {
    return leftOut;
  }

  /** A row, null, or the text of a failure. */
  private Object outcome(DeserializationSchema<RowData> decoder, byte[] message) {
    try {
      return decoder.deserialize(message);
    } catch (IOException e) {
      return e.getMessage() + (comparesCauses ? ": " + e.getCause() : "");
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
