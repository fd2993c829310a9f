/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.hint.HintStrategy;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.util.Litmus;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.hint.FlinkHintStrategies;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.flink.SupportedFlink;

/** The table of the hints that Flink itself has: each version has more of them. */
final class FlinkHintTable {

  private FlinkHintTable() {}

  /**
   * Returns Flink's table with another hint; any that is in neither is an error, as in Flink.
   *
   * @throws TableException if this is not the Flink that Trilink supports
   */
  static HintStrategyTable with(String name, HintStrategy strategy) {
    HintStrategyTable table =
        HintStrategyTable.builder().errorHandler(Litmus.THROW).hintStrategy(name, strategy).build();
    try {
      Map<Object, Object> all =
          new HashMap<>(strategies(FlinkHintStrategies.createHintStrategyTable()));
      all.putAll(strategies(table));
      FlinkField.HINT_STRATEGIES.set(table, all);
      return table;
    } catch (ReflectiveOperationException e) {
      throw unknown(e);
    }
  }

  /**
   * Returns the names of Flink's hints, in upper case and sorted.
   *
   * @throws TableException if this is not the Flink that Trilink supports
   */
  static Set<String> names() {
    Set<String> names = new TreeSet<>();
    try {
      for (Object key : strategies(FlinkHintStrategies.createHintStrategyTable()).keySet()) {
        names.add(((String) FlinkField.HINT_NAME.get(key)).toUpperCase(Locale.ROOT));
      }
      return names;
    } catch (ReflectiveOperationException e) {
      throw unknown(e);
    }
  }

  private static Map<?, ?> strategies(HintStrategyTable table) throws ReflectiveOperationException {
    return (Map<?, ?>) FlinkField.HINT_STRATEGIES.get(table);
  }

  private static TableException unknown(ReflectiveOperationException e) {
    return new TableException(
        "Trilink cannot add its hint to this version of Flink; it is made for "
            + SupportedFlink.VERSION
            + ".",
        e);
  }
}
