/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.trilink.planner.flink.WindowProperties;

/**
 * Replaces Flink's aggregates with ones that are merged in a store. The exchange is removed, and so
 * is a first phase.
 *
 * <pre>
 * GlobalWindowAggregate                  GlobalMergeWindowAggregate
 * +- Exchange(hash[keys])         =>     +- input
 *    +- LocalWindowAggregate
 *       +- input
 *
 * GroupAggregate                  =>     GlobalMergeGroupAggregate
 * +- Exchange(hash[keys])                +- input
 *    +- input
 * </pre>
 */
final class GlobalMergeNodes {

  private GlobalMergeNodes() {}

  /** Trilink's node above what is below the exchange of Flink's, and below its first phase. */
  public static RelNode inPlaceOf(RelNode stock, GlobalMerge merge) {
    GlobalMergeAggregate aggregate = GlobalMergeAggregate.of(stock).accepted();
    if (stock instanceof StreamPhysicalGlobalWindowAggregate) {
      StreamPhysicalGlobalWindowAggregate global = (StreamPhysicalGlobalWindowAggregate) stock;
      StreamPhysicalLocalWindowAggregate local =
          (StreamPhysicalLocalWindowAggregate) global.getInput().getInput(0);
      return new StreamPhysicalGlobalMergeWindowAggregate(
          stock.getCluster(),
          stock.getTraitSet(),
          aggregate.input(),
          aggregate.grouping(),
          aggregate.aggCalls(),
          (TimeAttributeWindowingStrategy) local.windowing(),
          WindowProperties.of(global.namedWindowProperties()),
          merge);
    }
    if (stock instanceof StreamPhysicalWindowAggregate) {
      StreamPhysicalWindowAggregate windows = (StreamPhysicalWindowAggregate) stock;
      return new StreamPhysicalGlobalMergeWindowAggregate(
          stock.getCluster(),
          stock.getTraitSet(),
          aggregate.input(),
          aggregate.grouping(),
          aggregate.aggCalls(),
          (TimeAttributeWindowingStrategy) windows.windowing(),
          WindowProperties.of(windows.namedWindowProperties()),
          merge);
    }
    if (stock instanceof StreamPhysicalGroupWindowAggregate) {
      return new StreamPhysicalGlobalMergeGroupWindowAggregate(
          (StreamPhysicalGroupWindowAggregate) stock,
          stock.getTraitSet(),
          aggregate.input(),
          merge);
    }
    return new StreamPhysicalGlobalMergeGroupAggregate(
        stock.getCluster(),
        stock.getTraitSet(),
        aggregate.input(),
        stock.getRowType(),
        aggregate.grouping(),
        aggregate.aggCalls(),
        merge);
  }
}
