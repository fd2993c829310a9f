/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keysample;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/**
 * Stands above the scan of a Kafka table, which finds out from a sample whether the records of each
 * key come by one partition, as operators above it take for granted.
 */
final class StreamPhysicalKeySample extends StreamPhysicalPassThrough {

  private final List<SampledKeysSpec> keys;

  /**
   * Creates it.
   *
   * @param keys of the operators above, at least one
   */
  public StreamPhysicalKeySample(RelNode input, List<SampledKeysSpec> keys) {
    super(input);
    this.keys = keys;
  }

  @Override
  protected Object text() {
    return keys.stream()
        .map(this::text)
        .collect(
            Collectors.joining(
                ", ", "", ": a sample of the keys is checked to come from one partition each"));
  }

  private String text(SampledKeysSpec of) {
    List<String> columns =
        of.columns().stream().map(StreamPhysicalPassThrough::text).collect(Collectors.toList());
    String described = String.format("keys %s of %s", columns, of.operator());
    return of.filter() == null ? described : described + " where " + text(of.filter());
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalKeySample(input, keys);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecKeySample(
        keys,
        InputProperty.DEFAULT,
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
