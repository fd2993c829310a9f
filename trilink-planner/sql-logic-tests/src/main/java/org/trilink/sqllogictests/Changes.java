/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Folds a stream of changes to the rows that are left at its end. */
final class Changes {

  /** Sums of the same numbers in another order have these in common. */
  private static final MathContext DIGITS = new MathContext(10);

  private Changes() {}

  /**
   * Folds changes to rows.
   *
   * @param changes inserts, updates with the row before, and deletes, in any order
   * @return the rows with the times that they are there, each as all its values; a number with a
   *     fraction in ten digits
   * @throws IllegalStateException if more rows are taken back than were inserted
   */
  static Map<List<Object>, Integer> fold(Collection<Row> changes) {
    Map<List<Object>, Integer> rows = new HashMap<>();
    for (Row change : changes) {
      int step = isAdded(change.getKind()) ? 1 : -1;
      rows.merge(values(change), step, Changes::sumOrNone);
    }
    rows.forEach(
        (row, times) -> {
          if (times < 0) {
            throw new IllegalStateException("Taken back, but never inserted: " + row);
          }
        });
    return rows;
  }

  private static boolean isAdded(RowKind kind) {
    return kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER;
  }

  private static Integer sumOrNone(int before, int step) {
    int sum = before + step;
    return sum == 0 ? null : sum;
  }

  private static List<Object> values(Row row) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.getArity(); i++) {
      values.add(comparable(row.getField(i)));
    }
    return values;
  }

  private static Object comparable(Object value) {
    if (value instanceof Double number && Double.isFinite(number)) {
      return BigDecimal.valueOf(number).round(DIGITS).stripTrailingZeros();
    }
    if (value instanceof Float number && Float.isFinite(number)) {
      // seven digits are all that it has
      return new BigDecimal(number.toString()).round(new MathContext(5)).stripTrailingZeros();
    }
    return value;
  }
}
