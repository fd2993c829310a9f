/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.abilities.sink.SinkAbilitySpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;

/** Flink's physical node of a sink; versions of Flink give it other constructors. */
public abstract class TrilinkPhysicalSink extends StreamPhysicalSink {

  /**
   * Creates the node.
   *
   * @param like a sink of the same table
   * @param abilities what the connector's sink was told of the statement
   * @param upsertMaterialize whether rows are put into the order of their keys' changes first
   */
  protected TrilinkPhysicalSink(
      StreamPhysicalSink like,
      RelTraitSet traits,
      RelNode input,
      SinkAbilitySpec[] abilities,
      boolean upsertMaterialize) {
    super(
        like.getCluster(),
        traits,
        input,
        like.hints(),
        like.contextResolvedTable(),
        like.tableSink(),
        like.targetColumns(),
        abilities,
        upsertMaterialize);
  }

  /** Returns the text that the job's graph shows. */
  protected final String description(boolean upsertMaterialize) {
    return getRelDetailedDescription();
  }
}
