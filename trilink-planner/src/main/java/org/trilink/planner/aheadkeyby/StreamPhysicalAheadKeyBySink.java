/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.Collections;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.abilities.sink.SinkAbilitySpec;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecSink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import org.trilink.planner.flink.FlinkField;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.TrilinkPhysicalSink;
import org.trilink.runtime.flink.SupportedFlink;

/** A Kafka sink that is partitioned by columns of its rows. */
final class StreamPhysicalAheadKeyBySink extends TrilinkPhysicalSink {

  private final SinkPartitioning partitioning;
  private final SinkAbilitySpec[] abilities;
  private final boolean upsertMaterialize;

  private StreamPhysicalAheadKeyBySink(
      StreamPhysicalSink like,
      RelTraitSet traits,
      RelNode input,
      SinkAbilitySpec[] abilities,
      boolean upsertMaterialize,
      SinkPartitioning partitioning) {
    super(like, traits, input, abilities, upsertMaterialize);
    this.abilities = abilities;
    this.upsertMaterialize = upsertMaterialize;
    this.partitioning = partitioning;
  }

  /**
   * Replaces Flink's sink.
   *
   * @throws IllegalArgumentException with the reason, if this is not the Flink that Trilink
   *     supports
   */
  public static StreamPhysicalAheadKeyBySink of(
      StreamPhysicalSink stock, SinkPartitioning partitioning) {
    return new StreamPhysicalAheadKeyBySink(
        stock,
        stock.getTraitSet(),
        stock.getInput(),
        (SinkAbilitySpec[]) get(stock, FlinkField.SINK_ABILITIES),
        (Boolean) get(stock, FlinkField.SINK_UPSERT_MATERIALIZE),
        partitioning);
  }

  private static Object get(StreamPhysicalSink sink, FlinkField field) {
    try {
      return field.get(sink);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "Trilink is made for " + SupportedFlink.NAME + ": " + e, e);
    }
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalAheadKeyBySink(
        this, traits, inputs.get(0), abilities, upsertMaterialize, partitioning);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", partitioning);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    StreamExecSink stock = (StreamExecSink) super.translateToExecNode();
    return new StreamExecAheadKeyBySink(
        stock.getTableSinkSpec(),
        partitioning.spec(),
        ChangelogPlanUtils.getChangelogMode((StreamPhysicalRel) getInput()).get(),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        upsertMaterialize,
        description(upsertMaterialize));
  }
}
