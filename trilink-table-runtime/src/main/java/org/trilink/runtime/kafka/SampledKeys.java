/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.guava30.com.google.common.hash.Hashing;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.util.FlinkRuntimeException;

/** The keys of an operator, in the rows of a table that it reads. */
public final class SampledKeys implements Serializable {

  /** Returned as the hash of a row that the query filters out. */
  static final long DROPPED = -1;

  private static final long serialVersionUID = 1L;

  private static final RowData NO_RIGHT_ROW = new GenericRowData(0);

  private final String operator;
  private final String table;
  private final String columns;
  private final RowDataKeySelector selector;
  @Nullable private final GeneratedJoinCondition condition;

  private transient JoinCondition opened;

  /**
   * Creates it.
   *
   * @param operator its name, for messages
   * @param table its name, for messages
   * @param columns the names of the key's columns, for messages
   * @param selector of the key in a row of the table
   * @param condition on such a row, as its left input; the operator does not receive rows for which
   *     it is not true. Null for none.
   */
  public SampledKeys(
      String operator,
      String table,
      String columns,
      RowDataKeySelector selector,
      @Nullable GeneratedJoinCondition condition) {
    this.operator = operator;
    this.table = table;
    this.columns = columns;
    this.selector = selector;
    this.condition = condition;
  }

  /** To be called once, before {@link #hash}. */
  void open(ClassLoader classLoader) throws Exception {
    if (condition != null) {
      opened = condition.newInstance(classLoader);
      opened.open(new Configuration());
    }
  }

  /**
   * The hash of a row's key: 63 bits, so that collisions among millions of keys are unlikely. NULL
   * is a key like any other.
   *
   * @return {@link #DROPPED} for a row that does not reach the operator
   */
  long hash(RowData row) {
    return isDropped(row) ? DROPPED : hashOfKey(row);
  }

  private boolean isDropped(RowData row) {
    try {
      return opened != null && !opened.apply(row, NO_RIGHT_ROW);
    } catch (RuntimeException e) {
      return true; // an error fails the job where the plan evaluates the condition
    }
  }

  private long hashOfKey(RowData row) {
    try {
      BinaryRowData key = (BinaryRowData) selector.getKey(row);
      byte[] bytes =
          BinarySegmentUtils.copyToBytes(key.getSegments(), key.getOffset(), key.getSizeInBytes());
      return Hashing.murmur3_128().hashBytes(bytes).asLong() & Long.MAX_VALUE;
    } catch (Exception e) {
      throw new FlinkRuntimeException("A row has no columns " + columns + " for a key.", e);
    }
  }

  /**
   * For messages: {@code operator KeyWatermarkWindowAggregate, table readings, key [sensor_id]}.
   */
  @Override
  public String toString() {
    return String.format("operator %s, table %s, key [%s]", operator, table, columns);
  }
}
