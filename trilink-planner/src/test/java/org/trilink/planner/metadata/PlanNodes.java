/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;

/** Finds nodes of a physical plan, and their columns by name. */
final class PlanNodes {

  private PlanNodes() {}

  /** All nodes of a kind, such as {@code Calc}, from top to bottom. */
  static List<RelNode> of(String kind, RelNode root) {
    List<RelNode> found = new ArrayList<>();
    if (root.getRelTypeName().equals("StreamPhysical" + kind)) {
      found.add(root);
    }
    root.getInputs().forEach(input -> found.addAll(of(kind, input)));
    return found;
  }

  /** The topmost node of a kind. */
  static RelNode first(String kind, RelNode root) {
    return of(kind, root).stream()
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " in\n" + root.explain()));
  }

  /** The position of a column. */
  static int column(RelNode rel, String name) {
    int column = rel.getRowType().getFieldNames().indexOf(name);
    if (column < 0) {
      throw new AssertionError(name + " is not in " + rel.getRowType().getFieldNames());
    }
    return column;
  }

  /** The positions of columns, whose names are separated by blanks. */
  static ImmutableBitSet columns(RelNode rel, String names) {
    return ImmutableBitSet.of(
        Arrays.stream(names.split(" ")).mapToInt(name -> column(rel, name)).toArray());
  }
}
