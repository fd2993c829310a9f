/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.junit.jupiter.api.Test;

/** Tests which part each column plays, and what is said of columns that do not fit. */
class RedisMappingTest {

  /** Resolves the mapping of a table whose columns are all STRING; an empty primary key is none. */
  private static RedisMapping mapping(
      String dataType, String columns, String primaryKey, String... keyColumns) {
    UniqueConstraint key =
        primaryKey.isEmpty() ? null : UniqueConstraint.primaryKey("pk", words(primaryKey));
    ResolvedSchema schema =
        new ResolvedSchema(
            words(columns).stream()
                .map(
                    name ->
                        Column.physical(
                            name,
                            words(primaryKey).contains(name)
                                ? DataTypes.STRING().notNull()
                                : DataTypes.STRING()))
                .collect(Collectors.toList()),
            List.of(),
            key);
    Configuration options = Configuration.fromMap(Map.of("data-type", dataType));
    if (keyColumns.length > 0) {
      options.set(RedisConnectorOptions.KEY_COLUMNS, List.of(keyColumns));
    }
    return RedisMapping.of(schema, options);
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(" ", -1))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toList());
  }

  private static void assertRefused(
      String message, String dataType, String columns, String primaryKey, String... keyColumns) {
    assertThatThrownBy(() -> mapping(dataType, columns, primaryKey, keyColumns))
        .isInstanceOf(ValidationException.class)
        .hasMessage(message);
  }

  @Test
  void takesThePrimaryKeyAsKey() {
    RedisMapping string = mapping("string", "v k", "k");
    assertThat(string.keyColumns()).containsExactly(1);
    assertThat(string.subkeyColumn()).isEqualTo(RedisMapping.NONE);
    assertThat(string.valueColumns()).containsExactly(0);

    RedisMapping hash = mapping("hash", "a b v w", "b a");
    assertThat(hash.keyColumns()).containsExactly(1, 0);
    assertThat(hash.valueColumns()).containsExactly(2, 3);
  }

  @Test
  void takesTheLastColumnOfThePrimaryKeyAsFieldOrMember() {
    RedisMapping field = mapping("hash-field", "a b f v", "a b f");
    assertThat(field.keyColumns()).containsExactly(0, 1);
    assertThat(field.subkeyColumn()).isEqualTo(2);
    assertThat(field.valueColumns()).containsExactly(3);

    RedisMapping set = mapping("set", "k m", "k m");
    assertThat(set.keyColumns()).containsExactly(0);
    assertThat(set.subkeyColumn()).isEqualTo(1);
    assertThat(set.valueColumns()).isEmpty();
  }

  @Test
  void takesTheFirstColumnOfAListAsKey() {
    RedisMapping list = mapping("list", "k v", "");
    assertThat(list.keyColumns()).containsExactly(0);
    assertThat(list.valueColumns()).containsExactly(1);
  }

  @Test
  void takesTheColumnsThatTheUserNames() {
    assertThat(mapping("set", "m k", "m k", "k").keyColumns()).containsExactly(1);
    assertThat(mapping("set", "m k", "k m", "m").subkeyColumn()).isEqualTo(1);
    assertThat(mapping("list", "v k", "", "k").valueColumns()).containsExactly(0);
  }

  @Test
  void refusesColumnsThatDoNotFit() {
    assertRefused(
        "A Redis table with 'data-type' = 'string' needs a PRIMARY KEY (...) NOT ENFORCED: the"
            + " column with the Redis key.",
        "string",
        "k v",
        "");
    assertRefused(
        "A Redis table with 'data-type' = 'string' must have exactly one column besides those of"
            + " the key, for the value, but has [v, w]. With 'data-type' = 'hash', each such column"
            + " is a field.",
        "string",
        "k v w",
        "k");
    assertRefused(
        "A Redis table with 'data-type' = 'hash' needs at least one column besides those of the"
            + " key; each such column is a field of the hash.",
        "hash",
        "k",
        "k");
    assertRefused(
        "A Redis table with 'data-type' = 'hash-field' needs a PRIMARY KEY of at least two columns:"
            + " the Redis key and, last, the field.",
        "hash-field",
        "k v",
        "k");
    assertRefused(
        "A Redis table with 'data-type' = 'hash-field' must have exactly one column besides [k, f],"
            + " for the value, but has none.",
        "hash-field",
        "k f",
        "k f");
    assertRefused(
        "A Redis table with 'data-type' = 'set' must have no columns besides the key and the"
            + " member, but has [v].",
        "set",
        "k m v",
        "k m");
    assertRefused(
        "A Redis table with 'data-type' = 'list' can hold an element more than once, so it has no"
            + " PRIMARY KEY. Remove the PRIMARY KEY, and set 'key.columns' to the columns of the"
            + " Redis key, unless that is just the first column.",
        "list",
        "k v",
        "k");
  }

  @Test
  void refusesKeyColumnsThatDoNotFit() {
    assertRefused(
        "'key.columns': 'x' is not among the columns of the PRIMARY KEY [k].",
        "string",
        "k v",
        "k",
        "x");
    assertRefused(
        "A Redis table with 'data-type' = 'hash' has one row per Redis key, so 'key.columns' must"
            + " name all columns of the PRIMARY KEY, but it leaves out [b].",
        "hash",
        "a b v",
        "a b",
        "a");
    assertRefused(
        "A Redis table with 'data-type' = 'hash-field': the PRIMARY KEY must have exactly one"
            + " column for the field besides those of 'key.columns' = [a, f], but has none.",
        "hash-field",
        "a f v",
        "a f",
        "a",
        "f");
    assertRefused(
        "'key.columns' must name at least one column, and none twice.",
        "list",
        "k v",
        "",
        "k",
        "k");
  }
}
