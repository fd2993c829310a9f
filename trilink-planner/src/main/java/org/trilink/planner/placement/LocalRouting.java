/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.trilink.runtime.key.PlacedKeyTypeInfo;
import org.trilink.runtime.placement.KeyPlacementStrategy;
import org.trilink.runtime.placement.PlacedKeyPartitioner;
import org.trilink.runtime.placement.PlacedKeySelector;

/** By a function of the key: each sender computes the subtask of a row. */
public final class LocalRouting implements KeyRouting {

  private final KeyPlacementStrategy strategy;
  private final String placement;
  private final int maxParallelism;

  /**
   * Creates it.
   *
   * @param placement the text by which state is bound to the strategy
   */
  public LocalRouting(KeyPlacementStrategy strategy, String placement, int maxParallelism) {
    this.strategy = strategy;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Transformation<RowData> exchange(
      PartitionTransformation<RowData> stock, RowDataKeySelector keys) {
    PartitionTransformation<RowData> placed =
        new PartitionTransformation<>(
            (Transformation<RowData>) stock.getInputs().get(0),
            new PlacedKeyPartitioner(stateKeys(keys)),
            stock.getExchangeMode());
    placed.setParallelism(stock.getParallelism());
    placed.setOutputType(stock.getOutputType());
    return placed;
  }

  @Override
  public PlacedKeySelector stateKeys(RowDataKeySelector keys) {
    return new PlacedKeySelector(ReusedKeys.of(keys), strategy, placement, maxParallelism);
  }

  @Override
  public TypeInformation<RowData> stateKeyType(RowDataKeySelector keys) {
    return new PlacedKeyTypeInfo(keys.getProducedType().toRowType(), placement, maxParallelism);
  }
}
