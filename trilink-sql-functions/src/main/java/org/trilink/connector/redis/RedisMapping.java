/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.trilink.connector.redis.RedisConnectorOptions.DATA_TYPE;
import static org.trilink.connector.redis.RedisConnectorOptions.KEY_DELIMITER;
import static org.trilink.connector.redis.RedisConnectorOptions.KEY_PREFIX;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Says which column of a table is what in Redis. Columns are counted among the physical ones, from
 * 0.
 *
 * <pre>
 *              key     subkey       values
 * string       key     -            the value
 * hash         key     -            the fields
 * hash-field   key     the field    the value
 * set          key     the member   -
 * list         key     -            the element
 * </pre>
 */
public final class RedisMapping implements Serializable {

  private static final long serialVersionUID = 1L;

  /** There is no such column. */
  public static final int NONE = -1;

  private final RedisDataType dataType;
  private final RowType rowType;
  private final int[] keyColumns;
  private final int subkeyColumn;
  private final int[] valueColumns;
  private final String keyPrefix;
  private final String keyDelimiter;

  private RedisMapping(
      RedisDataType dataType,
      RowType rowType,
      int[] keyColumns,
      int subkeyColumn,
      int[] valueColumns,
      ReadableConfig options) {
    this.dataType = dataType;
    this.rowType = rowType;
    this.keyColumns = keyColumns;
    this.subkeyColumn = subkeyColumn;
    this.valueColumns = valueColumns;
    this.keyPrefix = options.get(KEY_PREFIX);
    this.keyDelimiter = options.get(KEY_DELIMITER);
  }

  /**
   * Returns the mapping of a table.
   *
   * @throws ValidationException if its columns do not fit its data type
   */
  public static RedisMapping of(ResolvedSchema schema, ReadableConfig options) {
    return new RedisMappingResolver(schema, options).resolve();
  }

  static RedisMapping of(
      RowType rowType,
      List<String> keyColumns,
      @Nullable String subkeyColumn,
      ReadableConfig options) {
    List<String> values = new ArrayList<>(rowType.getFieldNames());
    values.removeAll(keyColumns);
    values.remove(subkeyColumn);
    return new RedisMapping(
        options.get(DATA_TYPE),
        rowType,
        indexes(rowType, keyColumns),
        rowType.getFieldIndex(subkeyColumn),
        indexes(rowType, values),
        options);
  }

  private static int[] indexes(RowType rowType, List<String> columns) {
    return columns.stream().mapToInt(rowType::getFieldIndex).toArray();
  }

  public RedisDataType dataType() {
    return dataType;
  }

  /** The physical columns. */
  public RowType rowType() {
    return rowType;
  }

  /** The columns that make the Redis key, in this order; at least one. */
  public int[] keyColumns() {
    return keyColumns.clone();
  }

  /** The column with the field of a hash or the member of a set; else {@link #NONE}. */
  public int subkeyColumn() {
    return subkeyColumn;
  }

  /** All other columns; for string, hash-field and list exactly one, for set none. */
  public int[] valueColumns() {
    return valueColumns.clone();
  }

  public String columnName(int column) {
    return rowType.getFieldNames().get(column);
  }

  public LogicalType columnType(int column) {
    return rowType.getTypeAt(column);
  }

  /** Writes a column's values. */
  public RedisValueFormatter formatter(int column) {
    return RedisValueFormatter.of(columnType(column), columnName(column));
  }

  /** Makes Redis keys of rows of this table. */
  public RedisKeyFormatter keyFormatter() {
    return keyFormatter(keyColumns);
  }

  /**
   * Makes Redis keys of other rows than this table's.
   *
   * @param positions where in such a row each of the {@link #keyColumns()} stands
   */
  public RedisKeyFormatter keyFormatter(int[] positions) {
    RedisValueFormatter[] formatters = new RedisValueFormatter[keyColumns.length];
    String[] names = new String[keyColumns.length];
    for (int i = 0; i < keyColumns.length; i++) {
      formatters[i] = formatter(keyColumns[i]);
      names[i] = columnName(keyColumns[i]);
    }
    return new RedisKeyFormatter(keyPrefix, keyDelimiter, names, formatters, positions.clone());
  }

  /** Returns the prefix with which every Redis key of the table begins; may be empty. */
  public String keyPrefix() {
    return keyPrefix;
  }

  /** Returns the delimiter between the columns of a key; no value of theirs has it in it. */
  public String keyDelimiter() {
    return keyDelimiter;
  }
}
