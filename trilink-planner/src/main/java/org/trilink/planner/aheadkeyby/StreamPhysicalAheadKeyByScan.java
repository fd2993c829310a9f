/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/** Stands above the scan of a Kafka table, each partition of which is read where its keys are. */
public final class StreamPhysicalAheadKeyByScan extends StreamPhysicalPassThrough {

  private final TopicPartitioningSpec topic;
  private final int maxParallelism;

  /**
   * Creates it.
   *
   * @param maxParallelism of the operators above
   */
  public StreamPhysicalAheadKeyByScan(
      RelNode input, TopicPartitioningSpec topic, int maxParallelism) {
    super(input);
    this.topic = topic;
    this.maxParallelism = maxParallelism;
  }

  /** The names of those that decide on a record's partition. */
  public List<String> columns() {
    return topic.columns();
  }

  @Override
  protected Object text() {
    return topic.placement() + ", max-parallelism=" + maxParallelism;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalAheadKeyByScan(input, topic, maxParallelism);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return translate(
        (id, inputs, type, text) ->
            new StreamExecAheadKeyByScan(topic, maxParallelism, id, inputs, type, text));
  }
}
