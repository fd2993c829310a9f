/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.hint.HintPredicates;
import org.apache.calcite.rel.hint.HintStrategy;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.plan.schema.ExpandingPreparingTable;
import org.trilink.planner.hint.HintOptions;

/** Makes TRILINK known to Calcite, beside Flink's own hints: where it may stand, what is in it. */
final class TrilinkHintStrategies {

  private TrilinkHintStrategies() {}

  /** All hints of Flink and TRILINK; any other is an error, as in Flink. */
  static HintStrategyTable create() {
    return FlinkHintTable.with(
        HintOptions.HINT_NAME,
        HintStrategy.builder(
                HintPredicates.or(
                    TrilinkHintStrategies::onTable,
                    HintPredicates.PROJECT,
                    HintPredicates.AGGREGATE))
            .optionChecker(
                (hint, errors) -> {
                  HintOptions.parse(hint);
                  return true;
                })
            .build());
  }

  /** A hint on a reference to a view would vanish with the view when that is expanded. */
  private static boolean onTable(RelHint hint, RelNode rel) {
    if (!(rel instanceof TableScan)) {
      return false;
    }
    if (rel.getTable() instanceof ExpandingPreparingTable) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: '%s' is a view, and a hint on a view does not reach the tables in it."
                  + " Write it behind SELECT, or behind a table in the view's own query.",
              String.join(".", rel.getTable().getQualifiedName())));
    }
    return true;
  }
}
