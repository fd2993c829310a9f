/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.flink.FlinkField;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.runtime.flink.SupportedFlink;
import org.trilink.runtime.operator.KeepsNoKeys;

/** Says what a lookup join does with its input rows. It joins them with others, and keeps none. */
final class LookupReceiver {

  private LookupReceiver() {}

  /** Whether the function that looks rows up may keep its keys, as caches do. */
  static boolean mayKeepKeys(StreamPhysicalLookupJoin join) {
    try {
      Object table = FlinkField.LOOKUP_TABLE.get(join);
      return !(table instanceof TableSourceTable
          && ((TableSourceTable) table).tableSource() instanceof KeepsNoKeys);
    } catch (ReflectiveOperationException e) {
      throw new TableException(
          "Trilink needs " + SupportedFlink.NAME + " to plan a lookup join, but " + e + ".", e);
    }
  }

  /** The join's own expressions: of its input, of the rows that were looked up, and of both. */
  static List<RexNode> expressions(StreamPhysicalLookupJoin join) {
    List<RexNode> expressions = new ArrayList<>(FlinkNodes.conditions(join));
    JavaScalaConversionUtil.toJava(join.calcOnTemporalTable())
        .ifPresent(ofLookedUp -> expressions.addAll(ofLookedUp.getExprList()));
    return expressions;
  }
}
