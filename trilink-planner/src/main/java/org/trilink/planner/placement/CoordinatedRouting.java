/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.Arrays;
import java.util.UUID;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.node.UncopiedRows;
import org.trilink.runtime.key.PlacedKeyTypeInfo;
import org.trilink.runtime.merge.MergedRowTypeInfo;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.placement.CarriedKeySelector;
import org.trilink.runtime.placement.CarriedPartitioner;
import org.trilink.runtime.placement.HeadOperatorFactory;
import org.trilink.runtime.placement.PlacedRowTypeInfo;
import org.trilink.runtime.placement.PlacementSettings;
import org.trilink.runtime.placement.PlacingOperatorFactory;
import org.trilink.runtime.placement.synced.SyncedOperatorFactory;

/**
 * By a coordinator: an operator before the exchange caches, or requests from the coordinator, the
 * placement of each key, and the row carries it through the exchange. The inputs of a join share
 * one map of keys. With a monitor keys are moved while the job runs.
 */
final class CoordinatedRouting implements KeyRouting {

  private final PlacementSettings settings;
  private final String placement;
  private final int maxParallelism;
  private final boolean moves;
  private final String sharedId;
  private int inputs;

  /**
   * Creates it.
   *
   * @param settings of the strategy, for one input
   * @param placement the text by which state is bound to it
   * @param inputs of the operator behind the exchange
   * @param monitor null if keys stay where they are
   */
  CoordinatedRouting(
      PlacementSettings settings,
      String placement,
      int maxParallelism,
      int inputs,
      @Nullable MonitorSettings monitor) {
    this.placement = placement;
    this.maxParallelism = maxParallelism;
    this.moves = monitor != null;
    sharedId = UUID.randomUUID().toString();
    PlacementSettings ofInputs = inputs > 1 ? settings.forInputs(inputs, sharedId) : settings;
    this.settings = moves ? ofInputs.monitored(monitor, sharedId) : ofInputs;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Transformation<RowData> exchange(
      PartitionTransformation<RowData> stock, RowDataKeySelector keys) {
    Transformation<RowData> input = (Transformation<RowData>) stock.getInputs().get(0);
    RowType rowType = rowType(stock.getOutputType());
    OneInputTransformation<RowData, RowData> placing =
        new OneInputTransformation<>(
            UncopiedRows.of(input, rowType), // rows that have to wait are copied
            "KeyPlacement(partition=[" + placement + "])",
            new PlacingOperatorFactory(ReusedKeys.of(keys), rowType, settings, inputs++),
            new PlacedRowTypeInfo(rowType),
            input.getParallelism());
    PartitionTransformation<RowData> placed =
        new PartitionTransformation<>(
            placing, new CarriedPartitioner(placement, maxParallelism), stock.getExchangeMode());
    placed.setParallelism(stock.getParallelism());
    return placed;
  }

  private static RowType rowType(TypeInformation<RowData> type) {
    return type instanceof MergedRowTypeInfo
        ? ((MergedRowTypeInfo) type).toRowType()
        : ((InternalTypeInfo<RowData>) type).toRowType();
  }

  @Override
  public StreamOperatorFactory<RowData> operator(
      StreamOperatorFactory<RowData> placed, RowDataKeySelector... keys) {
    return moves
        ? new SyncedOperatorFactory(
            placed,
            Arrays.stream(keys).map(this::stateKeys).toArray(CarriedKeySelector[]::new),
            keys[0].getProducedType().toRowType(),
            sharedId)
        : placed;
  }

  @Override
  public StreamOperatorFactory<RowData> between(StreamOperatorFactory<RowData> stock) {
    return moves ? new HeadOperatorFactory(stock, sharedId) : stock;
  }

  @Override
  public CarriedKeySelector stateKeys(RowDataKeySelector keys) {
    return new CarriedKeySelector(ReusedKeys.of(keys), placement, maxParallelism);
  }

  @Override
  public TypeInformation<RowData> stateKeyType(RowDataKeySelector keys) {
    return new PlacedKeyTypeInfo(keys.getProducedType().toRowType(), placement, maxParallelism);
  }
}
