/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.function.Consumer;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.trilink.planner.flink.FlinkNodes;

/** The queries in the expressions of a node: IN, EXISTS and the like. */
final class SubQueries {

  private SubQueries() {}

  static boolean isIn(RelNode rel) {
    boolean[] found = {false};
    forEach(rel, query -> found[0] = true);
    return found[0];
  }

  /** A query with its hints copied down to its parts, which the converter may have done. */
  static RelNode withCopiedHints(RelNode query) {
    return FlinkNodes.haveSubQueriesHints() ? query : RelOptUtil.propagateRelHints(query, false);
  }

  /** Calls back with the root of each; not with those nested in them. */
  static void forEach(RelNode rel, Consumer<RelNode> action) {
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            action.accept(query.rel);
            return query;
          }
        });
  }
}
