/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * The columns by which a query partitions or groups, and their values for each of the input's keys.
 *
 * @param columns in the order in which the query names them
 * @param firstIsNull whether the first of the input's keys has NULL in the first column
 */
record Key(List<KeyColumn> columns, boolean firstIsNull) {

  static Arbitrary<Key> keys() {
    Arbitrary<List<KeyColumn>> columns =
        Arbitraries.of(KeyColumn.class).list().uniqueElements().ofMinSize(1).ofMaxSize(3);
    return Combinators.combine(columns, Arbitraries.of(false, true)).as(Key::new);
  }

  /** Returns this key with its columns named in the order in which the tables have them. */
  Key inTableOrder() {
    return new Key(columns.stream().sorted().toList(), firstIsNull);
  }

  /** As in GROUP BY. */
  String list() {
    return list("");
  }

  /** As in a join's SELECT: every column with the alias before it. */
  String list(String prefix) {
    return columns.stream().map(c -> prefix + c.column()).collect(Collectors.joining(", "));
  }

  /** As in a join's ON. */
  String equal(String left, String right) {
    return columns.stream()
        .map(c -> left + c.column() + " = " + right + c.column())
        .collect(Collectors.joining(" AND "));
  }

  /**
   * The values of all key columns for one of the input's keys. If the key has several columns, each
   * single column has the same value in several keys.
   */
  Map<KeyColumn, Object> values(int number) {
    Map<KeyColumn, Object> values = new EnumMap<>(KeyColumn.class);
    for (KeyColumn column : KeyColumn.values()) {
      values.put(column, column.value(number));
    }
    int rest = number;
    for (int i = columns.size() - 1; i >= 0; i--) {
      int part = i == 0 ? rest : rest % 2;
      rest /= 2;
      KeyColumn column = columns.get(i);
      values.put(column, i == 0 && part == 0 && firstIsNull ? null : column.value(part));
    }
    return values;
  }
}
