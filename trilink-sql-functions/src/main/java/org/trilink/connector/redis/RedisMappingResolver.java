/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.trilink.connector.redis.RedisConnectorOptions.DATA_TYPE;
import static org.trilink.connector.redis.RedisConnectorOptions.KEY_COLUMNS;
import static org.trilink.connector.redis.RedisConnectorOptions.KEY_DELIMITER;
import static org.trilink.connector.redis.RedisValidation.require;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.types.logical.RowType;

/** Finds the part that each column plays, or says why the columns do not fit the data type. */
final class RedisMappingResolver {

  private final RedisDataType dataType;
  private final RowType rowType;
  private final List<String> columns;
  private final Optional<List<String>> primaryKey;
  private final ReadableConfig options;

  RedisMappingResolver(ResolvedSchema schema, ReadableConfig options) {
    this.dataType = options.get(DATA_TYPE);
    this.rowType = (RowType) schema.toPhysicalRowDataType().getLogicalType();
    this.columns = rowType.getFieldNames();
    this.primaryKey = schema.getPrimaryKey().map(UniqueConstraint::getColumns);
    this.options = options;
  }

  RedisMapping resolve() {
    requirePrimaryKey();
    List<String> key = keyColumns();
    String subkey = subkeyColumn(key);
    requireValues(key, subkey);
    requireDelimiter(key);
    RedisMapping mapping = RedisMapping.of(rowType, key, subkey, options);
    for (int column = 0; column < columns.size(); column++) {
      mapping.formatter(column); // refuses types that Redis has no form for
    }
    return mapping;
  }

  private boolean hasSubkey() {
    return dataType == RedisDataType.HASH_FIELD || dataType == RedisDataType.SET;
  }

  /** Returns the name, for messages, of the subkey of a data type that has one. */
  private String subkeyName() {
    return dataType == RedisDataType.SET ? "member" : "field";
  }

  private void requirePrimaryKey() {
    if (dataType == RedisDataType.LIST) {
      require(
          !primaryKey.isPresent(),
          "%s can hold an element more than once, so it has no PRIMARY KEY. Remove the PRIMARY KEY,"
              + " and set '%s' to the columns of the Redis key, unless that is just the first"
              + " column.",
          table(),
          KEY_COLUMNS.key());
      return;
    }
    require(
        primaryKey.isPresent(),
        "%s needs a PRIMARY KEY (...) NOT ENFORCED: the column with the Redis key%s.",
        table(),
        hasSubkey() ? " and the one with the " + subkeyName() : "");
    require(
        !hasSubkey() || primaryKey.get().size() > 1,
        "%s needs a PRIMARY KEY of at least two columns: the Redis key and, last, the %s.",
        table(),
        subkeyName());
  }

  private List<String> keyColumns() {
    Optional<List<String>> chosen = options.getOptional(KEY_COLUMNS);
    if (chosen.isPresent()) {
      requireKeyColumns(chosen.get());
      return chosen.get();
    }
    if (!primaryKey.isPresent()) {
      return columns.subList(0, 1);
    }
    List<String> key = primaryKey.get();
    return hasSubkey() ? key.subList(0, key.size() - 1) : key;
  }

  private void requireKeyColumns(List<String> chosen) {
    List<String> candidates = primaryKey.orElse(columns);
    require(
        !chosen.isEmpty() && new HashSet<>(chosen).size() == chosen.size(),
        "'%s' must name at least one column, and none twice.",
        KEY_COLUMNS.key());
    for (String column : chosen) {
      require(
          candidates.contains(column),
          "'%s': '%s' is not among the columns %s%s.",
          KEY_COLUMNS.key(),
          column,
          primaryKey.isPresent() ? "of the PRIMARY KEY " : "",
          candidates);
    }
  }

  /** Returns the column of the subkey; null if the data type has none. */
  @Nullable
  private String subkeyColumn(List<String> key) {
    List<String> rest = new ArrayList<>(primaryKey.orElse(key));
    rest.removeAll(key);
    if (hasSubkey()) {
      require(
          rest.size() == 1,
          "%s: the PRIMARY KEY must have exactly one column for the %s besides those of '%s' = %s,"
              + " but has %s.",
          table(),
          subkeyName(),
          KEY_COLUMNS.key(),
          key,
          rest.isEmpty() ? "none" : rest);
      return rest.get(0);
    }
    require(
        rest.isEmpty(),
        "%s has one row per Redis key, so '%s' must name all columns of the PRIMARY KEY, but it"
            + " leaves out %s.",
        table(),
        KEY_COLUMNS.key(),
        rest);
    return null;
  }

  private void requireValues(List<String> key, @Nullable String subkey) {
    List<String> values = new ArrayList<>(columns);
    values.removeAll(key);
    values.remove(subkey);
    switch (dataType) {
      case STRING:
        require(
            values.size() == 1,
            "%s must have exactly one column besides those of the key, for the value, but has %s."
                + " With '%s' = 'hash', each such column is a field.",
            table(),
            values.isEmpty() ? "none" : values,
            DATA_TYPE.key());
        return;
      case HASH:
        require(
            !values.isEmpty(),
            "%s needs at least one column besides those of the key; each such column is a field of"
                + " the hash.",
            table());
        return;
      case HASH_FIELD:
      case LIST:
        require(
            values.size() == 1,
            "%s must have exactly one column besides %s, for the value, but has %s.",
            table(),
            subkey == null ? key : primaryKey.get(),
            values.isEmpty() ? "none" : values);
        return;
      case SET:
        require(
            values.isEmpty(),
            "%s must have no columns besides the key and the member, but has %s.",
            table(),
            values);
        return;
    }
    throw new IllegalStateException(dataType.toString());
  }

  private void requireDelimiter(List<String> key) {
    require(
        key.size() == 1 || !options.get(KEY_DELIMITER).isEmpty(),
        "'%s' must not be empty where the key has several columns: %s.",
        KEY_DELIMITER.key(),
        key);
  }

  private String table() {
    return String.format("A Redis table with '%s' = '%s'", DATA_TYPE.key(), dataType);
  }
}
