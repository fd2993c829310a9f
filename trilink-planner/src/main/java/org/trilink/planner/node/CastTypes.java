/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;

/** The types of the CASTs in expressions, which Flink's texts of expressions leave out. */
public final class CastTypes extends RexShuttle {

  private final List<String> types = new ArrayList<>();

  private CastTypes() {}

  /** In the order in which an expression shows them. */
  static List<String> of(RexNode expression) {
    CastTypes found = new CastTypes();
    expression.accept(found);
    return found.types;
  }

  /** The types of a plan's CASTs, from the top: in projections, filters and conditions of joins. */
  public static List<String> of(RelNode plan) {
    CastTypes found = new CastTypes();
    found.collect(plan);
    return found.types;
  }

  private void collect(RelNode rel) {
    rel.accept(this);
    rel.getInputs().forEach(this::collect);
  }

  @Override
  public RexNode visitCall(RexCall call) {
    if (call.getKind() == SqlKind.CAST) {
      types.add(call.getType().getFullTypeString());
    }
    return super.visitCall(call);
  }
}
