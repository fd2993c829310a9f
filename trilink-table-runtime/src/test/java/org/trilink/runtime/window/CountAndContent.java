/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRawValueData;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RawType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * COUNT(*), and a content to which each record adds {@link #ADDED} bytes. {@link CountSumMax}'s sum
 * is the length of the content, in bytes.
 */
final class CountAndContent extends CountSumMax {

  static final int ADDED = 100;

  private static final int CONTENT = 1;

  /** The kinds of content of a key. */
  enum Content {
    /** As that of LISTAGG. */
    TEXT,
    /** An object, as that of a user's function, whose size the cache does not know. */
    RAW;

    LogicalType type() {
      return this == TEXT
          ? new VarCharType(VarCharType.MAX_LENGTH)
          : new RawType<>(byte[].class, BytePrimitiveArraySerializer.INSTANCE);
    }

    private Object field(byte[] bytes) {
      return this == TEXT ? StringData.fromBytes(bytes) : BinaryRawValueData.fromObject(bytes);
    }

    private byte[] bytes(RowData accumulators) {
      return this == TEXT
          ? accumulators.getString(CONTENT).toBytes()
          : accumulators
              .<byte[]>getRawValue(CONTENT)
              .toObject(BytePrimitiveArraySerializer.INSTANCE);
    }
  }

  private final Content content;
  private long count;
  private byte[] bytes = {};

  private CountAndContent(Content content) {
    this.content = content;
  }

  static GeneratedNamespaceAggsHandleFunction<Long> generated(Content content) {
    return new Prepared() {
      private static final long serialVersionUID = 1L;

      @Override
      NamespaceAggsHandleFunction<Long> create() {
        return new CountAndContent(content);
      }
    };
  }

  static LogicalType[] accumulatorTypes(Content content) {
    return new LogicalType[] {new BigIntType(), content.type()};
  }

  @Override
  public RowData createAccumulators() {
    return GenericRowData.of(0L, content.field(new byte[0]));
  }

  @Override
  public void setAccumulators(Long window, RowData accumulators) {
    count = accumulators.getLong(COUNT_STAR);
    bytes = content.bytes(accumulators);
  }

  @Override
  public void accumulate(RowData row) {
    count++;
    add("x".repeat(ADDED).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void merge(Long window, RowData other) {
    count += other.getLong(COUNT_STAR);
    add(content.bytes(other));
  }

  /** Leaves the former array as it is, which a row may have. */
  private void add(byte[] added) {
    byte[] sum = new byte[bytes.length + added.length];
    System.arraycopy(bytes, 0, sum, 0, bytes.length);
    System.arraycopy(added, 0, sum, bytes.length, added.length);
    bytes = sum;
  }

  @Override
  public RowData getAccumulators() {
    return GenericRowData.of(count, content.field(bytes));
  }

  @Override
  public RowData getValue(Long windowEnd) {
    return GenericRowData.of(count, (long) bytes.length, 0L, windowEnd);
  }
}
