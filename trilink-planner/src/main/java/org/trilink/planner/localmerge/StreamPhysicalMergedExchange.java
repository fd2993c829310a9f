/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.Collections;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelDistribution;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty.RequiredDistribution;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;

/** Flink's exchange, of merged rows. The keys are their first columns. */
public final class StreamPhysicalMergedExchange extends StreamPhysicalExchange {

  private final int keys;
  private final RowType mergedType;

  private StreamPhysicalMergedExchange(
      RelTraitSet traits,
      RelNode input,
      RelDistribution distribution,
      int keys,
      RowType mergedType) {
    super(input.getCluster(), traits, input, distribution);
    this.keys = keys;
    this.mergedType = mergedType;
  }

  /** Replaces Flink's exchange of an aggregate, above a merge of the records. */
  public static StreamPhysicalMergedExchange inPlaceOf(
      StreamPhysicalExchange stock, LocalMerge merge) {
    StreamPhysicalLocalMerge merged = new StreamPhysicalLocalMerge(stock.getInput(), merge);
    return new StreamPhysicalMergedExchange(
        stock.getTraitSet(),
        merged,
        stock.getDistribution(),
        merge.grouping().length,
        merged.mergedType());
  }

  /** The type of the merged rows that come out of the exchange. */
  RowType mergedType() {
    return mergedType;
  }

  @Override
  public String getRelTypeName() {
    return "StreamPhysicalExchange"; // to people it is one like all others
  }

  @Override
  public StreamPhysicalExchange copy(
      RelTraitSet traits, RelNode input, RelDistribution distribution) {
    return new StreamPhysicalMergedExchange(traits, input, distribution, keys, mergedType);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    RequiredDistribution distribution =
        keys == 0
            ? InputProperty.SINGLETON_DISTRIBUTION
            : InputProperty.hashDistribution(IntStream.range(0, keys).toArray());
    return new StreamExecMergedExchange(
        TrilinkExecNode.newId(),
        Collections.singletonList(
            InputProperty.builder().requiredDistribution(distribution).build()),
        mergedType,
        getRelDetailedDescription());
  }
}
