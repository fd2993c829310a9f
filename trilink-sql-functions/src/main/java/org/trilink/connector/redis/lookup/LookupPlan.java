/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.trilink.connector.redis.RedisKeyFormatter;
import org.trilink.connector.redis.RedisMapping;
import org.trilink.connector.redis.RedisValueFormatter;

/**
 * How the keys of a join lead to rows: which of them make the address, and which only choose among
 * the rows there. Flink hands over the keys in the order of the table's columns, constants of the
 * ON clause among them.
 */
final class LookupPlan implements Serializable {

  private static final long serialVersionUID = 1;

  private final RedisMapping mapping;

  /** For each column of a row of the lookup the table's column. */
  private final int[] projection;

  /** For each key of the join where its column stands in a row. */
  private final int[] keyPositions;

  private final RedisKeyFormatter keyFormatter;

  /** The join's key that is the field or member; {@link RedisMapping#NONE} for none. */
  private final int elementKey;

  @Nullable private final RedisValueFormatter elementFormatter;

  /** The join's keys that are no part of the address. */
  private final int[] filterKeys;

  private LookupPlan(RedisMapping mapping, int[] projection, int[] keyPositions) {
    this.mapping = mapping;
    this.projection = projection;
    this.keyPositions = keyPositions;
    int element = mapping.subkeyColumn();
    int[] addressKeys = IntStream.of(mapping.keyColumns()).map(this::indexAmongKeys).toArray();
    keyFormatter = mapping.keyFormatter(addressKeys);
    elementKey = element == RedisMapping.NONE ? RedisMapping.NONE : indexAmongKeys(element);
    elementFormatter = elementKey == RedisMapping.NONE ? null : mapping.formatter(element);
    filterKeys =
        IntStream.range(0, keyPositions.length)
            .filter(key -> key != elementKey)
            .filter(key -> Arrays.stream(addressKeys).noneMatch(address -> address == key))
            .toArray();
  }

  /**
   * Plans a join.
   *
   * @param table the table's name, for messages
   * @param projection for each column of the rows to give the table's column
   * @param keys for each key of the join its path in the rows to give
   * @throws ValidationException if the keys do not lead to a Redis key
   */
  static LookupPlan of(String table, RedisMapping mapping, int[] projection, int[][] keys) {
    int[] positions = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      if (keys[i].length != 1) {
        throw new ValidationException(
            String.format(
                "Redis table %s: a lookup join cannot use a field inside column '%s' as its key.",
                table, mapping.columnName(projection[keys[i][0]])));
      }
      positions[i] = keys[i][0];
    }
    for (int column : mapping.keyColumns()) {
      if (IntStream.of(positions).noneMatch(position -> projection[position] == column)) {
        throw new ValidationException(
            String.format(
                "Redis table %s: the join must compare column '%s' for equality, as the Redis key"
                    + " is made of it; only rows whose key is known can be looked up.",
                table, mapping.columnName(column)));
      }
    }
    return new LookupPlan(mapping, projection.clone(), positions);
  }

  /** {@link RedisMapping#NONE} if the join does not give this column. */
  private int indexAmongKeys(int column) {
    for (int i = 0; i < keyPositions.length; i++) {
      if (projection[keyPositions[i]] == column) {
        return i;
      }
    }
    return RedisMapping.NONE;
  }

  /** Reads the columns that the query uses, except those that the address gives. */
  RowReader reader() {
    boolean byElement = elementKey != RedisMapping.NONE;
    int columns = projection.length;
    switch (mapping.dataType()) {
      case STRING:
        return new StringReader(columns, column(mapping.valueColumns()[0]));
      case HASH:
        return new HashReader(columns, columns(mapping.valueColumns()));
      case HASH_FIELD:
        return new HashFieldReader(
            columns, byElement, readElement(byElement), column(mapping.valueColumns()[0]));
      case SET:
        return new SetReader(columns, byElement, readElement(byElement));
      case LIST:
        break;
    }
    throw new IllegalStateException(mapping.dataType().toString());
  }

  @Nullable
  private LookupColumn readElement(boolean isGiven) {
    return isGiven ? null : column(mapping.subkeyColumn());
  }

  private List<LookupColumn> columns(int[] columns) {
    List<LookupColumn> used = new ArrayList<>();
    for (int column : columns) {
      LookupColumn one = column(column);
      if (one != null) {
        used.add(one);
      }
    }
    return used;
  }

  /** Returns where a column is in the rows that are read; null if the query does not use it. */
  @Nullable
  private LookupColumn column(int column) {
    for (int position = 0; position < projection.length; position++) {
      if (projection[position] == column) {
        return new LookupColumn(mapping.columnName(column), mapping.columnType(column), position);
      }
    }
    return null;
  }

  /** Where the rows for these keys lie. */
  LookupAddress address(Object[] keys) {
    RowData row = GenericRowData.of(keys);
    byte[] key = keyFormatter.format(row);
    return elementFormatter == null
        ? LookupAddress.of(key)
        : LookupAddress.of(key, elementFormatter.format(row, elementKey));
  }

  /**
   * A row as the join wants it, with the columns of the address; null if it does not match the
   * join's other keys.
   *
   * @param found is not changed: it may be in a cache
   */
  @Nullable
  RowData complete(GenericRowData found, Object[] keys) {
    for (int key : filterKeys) {
      if (!SqlEquality.holds(found.getField(keyPositions[key]), keys[key])) {
        return null;
      }
    }
    GenericRowData row = new GenericRowData(found.getArity());
    for (int i = 0; i < found.getArity(); i++) {
      row.setField(i, found.getField(i));
    }
    for (int i = 0; i < keys.length; i++) {
      row.setField(keyPositions[i], keys[i]);
    }
    return row;
  }
}
