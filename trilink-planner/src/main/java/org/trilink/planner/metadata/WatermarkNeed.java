/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalSort;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.SinkTable;
import org.trilink.planner.flink.FlinkNodes;

/**
 * Whether an operator reads the watermarks from below, or waits for them to hand on its results.
 * Flink marks nodes as requiring watermarks that only append columns (window table functions) or
 * compare times in order of arrival (deduplication), and does not mark others that wait for them.
 */
public final class WatermarkNeed {

  // versions of Flink have the class of these names in other packages
  private static final String COMMIT_TRIGGER = "sink.partition-commit.trigger";
  private static final String COMMIT_POLICY = "sink.partition-commit.policy.kind";
  private static final String BY_WATERMARK = "partition-time";

  private WatermarkNeed() {}

  /** Whether a node, as Flink made it, needs watermarks; a node that is not known does. */
  public static boolean isOf(RelNode rel) {
    return NodeFacts.of(rel).needsWatermarks(rel);
  }

  static boolean none(RelNode rel) {
    return false;
  }

  static boolean asFlinkSays(RelNode rel) {
    return ((StreamPhysicalRel) rel).requireWatermark();
  }

  /** CURRENT_WATERMARK is NULL without any. */
  static boolean ofCalc(StreamPhysicalCalc calc) {
    return Plans.readsWatermark(calc);
  }

  /** Mini-batches end with a watermark, or when they are full, which may never happen. */
  static boolean ofMiniBatches(RelNode rel) {
    return Plans.collectsMiniBatches(rel);
  }

  /** A join without windows, which versions of Flink can run in mini-batches. */
  static boolean ofJoin(StreamPhysicalJoin join) {
    return FlinkNodes.canCollectMiniBatches(join) && ofMiniBatches(join);
  }

  /** A sort by rowtime emits rows only when the watermark passes them. */
  static boolean ofTemporalSort(StreamPhysicalTemporalSort sort) {
    int first = sort.getCollation().getFieldCollations().get(0).getFieldIndex();
    return FlinkTypeFactory.isRowtimeIndicatorType(
        sort.getInput().getRowType().getFieldList().get(first).getType());
  }

  /** A sink of files may commit a partition when the watermark has passed the time of that. */
  static boolean ofSink(Sink sink) {
    ResolvedCatalogTable table = SinkTable.of(sink);
    if (!table.isPartitioned()) {
      return false; // nor may it be asked for options: it may be none of a catalog
    }
    Map<String, String> options = table.getOptions();
    return BY_WATERMARK.equalsIgnoreCase(options.get(COMMIT_TRIGGER))
        && options.containsKey(COMMIT_POLICY);
  }
}
