/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.hint.Hintable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDataStreamScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLegacyTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.schema.IntermediateRelTable;
import org.apache.flink.table.planner.plan.schema.LegacyTableSourceTable;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.planner.hint.HintOptions;

/**
 * Attaches {@link LeafHints} to a leaf, finds them again behind the optimizer, and takes them off,
 * so that equal sources are still read once.
 */
public final class HintCarrier {

  private static final String LEAF = "leaf";

  private HintCarrier() {}

  /** The scan with the number instead of the hints that a user wrote on it. */
  public static RelNode attach(TableScan scan, int number) {
    IntermediateRelTable shared = scan.getTable().unwrap(IntermediateRelTable.class);
    if (shared != null) {
      // its scan loses hints, but keeps the table object
      return LogicalTableScan.create(
          scan.getCluster(), new HintedIntermediateTable(shared, number), scan.getHints());
    }
    List<RelHint> hints = withoutTrilink(scan.getHints());
    hints.add(
        RelHint.builder(HintOptions.HINT_NAME)
            .hintOptions(Collections.singletonMap(LEAF, String.valueOf(number)))
            .build());
    return scan.withHints(hints);
  }

  /**
   * The node without TRILINK hints. Rules copy a query's hints to some of the nodes that they make
   * and not to others; as those are not equal, Calcite might go on merging projections for ever.
   */
  public static RelNode withoutHints(RelNode rel) {
    if (!(rel instanceof Hintable)) {
      return rel;
    }
    List<RelHint> all = ((Hintable) rel).getHints();
    List<RelHint> others = withoutTrilink(all);
    return others.size() == all.size() ? rel : ((Hintable) rel).withHints(others);
  }

  /** The hints of a physical leaf, null if it carries none. */
  @Nullable
  public static LeafHints read(RelNode leaf, HintScope scope) {
    if (leaf instanceof StreamPhysicalIntermediateTableScan) {
      IntermediateRelTable table = ((StreamPhysicalIntermediateTableScan) leaf).intermediateTable();
      return table instanceof HintedIntermediateTable
          ? scope.leaf(((HintedIntermediateTable) table).number)
          : null;
    }
    if (leaf instanceof Hintable) {
      for (RelHint hint : ((Hintable) leaf).getHints()) {
        if (isLeaf(hint)) {
          return scope.leaf(Integer.parseInt(hint.kvOptions.get(LEAF)));
        }
      }
    }
    return null;
  }

  /** The scan with an option that stays, and tells it from others of the table. */
  public static StreamPhysicalTableSourceScan keep(
      StreamPhysicalTableSourceScan scan, String option, String value) {
    List<RelHint> hints = withoutTrilink(scan.getHints());
    hints.add(RelHint.builder(HintOptions.HINT_NAME).hintOption(option, value).build());
    return FlinkNodes.withHints(scan, hints);
  }

  /** The plan without anything that was attached, but what is to stay. */
  public static RelNode strip(RelNode rel) {
    return rel instanceof TableScan
        ? strip((TableScan) rel)
        : Plans.mapInputs(rel, HintCarrier::strip);
  }

  /** These scans do not implement {@code withHints}. */
  private static RelNode strip(TableScan scan) {
    List<RelHint> hints = new ArrayList<>(scan.getHints());
    hints.removeIf(HintCarrier::isLeaf);
    if (hints.size() == scan.getHints().size()) {
      return scan;
    }
    if (scan instanceof StreamPhysicalTableSourceScan) {
      return FlinkNodes.withHints((StreamPhysicalTableSourceScan) scan, hints);
    }
    if (scan instanceof StreamPhysicalLegacyTableSourceScan) {
      return new StreamPhysicalLegacyTableSourceScan(
          scan.getCluster(),
          scan.getTraitSet(),
          hints,
          scan.getTable().unwrap(LegacyTableSourceTable.class));
    }
    if (scan instanceof StreamPhysicalDataStreamScan) {
      return new StreamPhysicalDataStreamScan(
          scan.getCluster(), scan.getTraitSet(), hints, scan.getTable(), scan.getRowType());
    }
    return scan;
  }

  private static boolean isLeaf(RelHint hint) {
    return isTrilink(hint) && hint.kvOptions.containsKey(LEAF);
  }

  /** The TRILINK hints of a node; none if it is of a kind that has no hints. */
  public static List<RelHint> trilinkHints(RelNode rel) {
    List<RelHint> hints = new ArrayList<>();
    if (rel instanceof Hintable) {
      for (RelHint hint : ((Hintable) rel).getHints()) {
        if (isTrilink(hint)) {
          hints.add(hint);
        }
      }
    }
    return hints;
  }

  public static boolean isTrilink(RelHint hint) {
    return hint.hintName.equalsIgnoreCase(HintOptions.HINT_NAME);
  }

  private static List<RelHint> withoutTrilink(List<RelHint> hints) {
    List<RelHint> others = new ArrayList<>();
    for (RelHint hint : hints) {
      if (!isTrilink(hint)) {
        others.add(hint);
      }
    }
    return others;
  }

  private static final class HintedIntermediateTable extends IntermediateRelTable {

    private final int number;

    HintedIntermediateTable(IntermediateRelTable table, int number) {
      super(
          table.getQualifiedName(),
          table.relNode(),
          table.modifyKindSet(),
          table.isUpdateBeforeRequired(),
          table.upsertKeys(),
          table.getStatistic());
      this.number = number;
    }
  }
}
