/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.node.KeyedStock;
import org.trilink.planner.node.UncopiedRows;
import org.trilink.planner.placement.GroupAggregation;
import org.trilink.planner.placement.LocalRouting;
import org.trilink.planner.placement.PlacedOperator;
import org.trilink.runtime.kafka.BinaryRowOperator;
import org.trilink.runtime.kafka.PartitionPlacement;
import org.trilink.runtime.window.KeyWatermarkWindowAggOperator;

/**
 * Places the keys of an operator where their partitions are read: the same operator with another
 * type of key, behind no exchange, so that it is chained to its source (one of two inputs cannot
 * be, but its rows stay on their subtask).
 */
final class AheadKeyByTransformations {

  private final AheadKeyBySpec spec;
  private final LocalRouting routing;

  private AheadKeyByTransformations(AheadKeyBySpec spec, RowDataKeySelector keys) {
    this.spec = spec;
    this.routing =
        new LocalRouting(
            placement(keys.getProducedType().toRowType()),
            spec.topic().placement(),
            spec.maxParallelism());
  }

  private PartitionPlacement placement(RowType keyType) {
    int[] columns = spec.partitionColumns();
    RowType partitionKeyType = spec.topic().keyType(columns, keyType);
    return new PartitionPlacement(
        isWholeKey(columns, keyType)
            ? null
            : FlinkCode.keySelector(columns, InternalTypeInfo.of(keyType)),
        partitionKeyType,
        spec.topic().newPartitioner(partitionKeyType),
        spec.topic().partitions());
  }

  private static boolean isWholeKey(int[] columns, RowType keyType) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] != i) {
        return false;
      }
    }
    return columns.length == keyType.getFieldCount();
  }

  /** The transformation of a keyed operator whose exchanges were removed. */
  static Transformation<RowData> place(AheadKeyBySpec spec, Transformation<?> stock) {
    KeyedStock keyed = KeyedStock.of(stock);
    return new AheadKeyByTransformations(spec, keyed.keys()[0]).place(keyed);
  }

  private Transformation<RowData> place(KeyedStock stock) {
    RowDataKeySelector[] keys = stock.keys();
    TypeInformation<RowData> keyType = routing.stateKeyType(keys[0]);
    StreamOperatorFactory<RowData> operator = PlacedOperator.of(stock.operator(), keyType);
    boolean isChained = keys.length == 1;
    if (isChained) {
      operator.setChainingStrategy(ChainingStrategy.ALWAYS);
    }
    // without a chain rows come in binary form
    boolean asTheyAre = !isChained || copiesColumns(operator);
    Transformation<RowData> placed =
        stock.withKeys(
            stock.inputs().stream()
                .map(input -> input(input, asTheyAre))
                .collect(Collectors.toList()),
            stock.name(),
            operator,
            Arrays.stream(keys).map(routing::stateKeys).collect(Collectors.toList()),
            keyType);
    placed.setMaxParallelism(spec.maxParallelism());
    return placed;
  }

  /** Whether the operator copies the columns that it needs and retains no row. */
  private static boolean copiesColumns(StreamOperatorFactory<RowData> factory) {
    return GroupAggregation.isGroupBy(factory)
        || (factory instanceof SimpleOperatorFactory
            && ((SimpleOperatorFactory<RowData>) factory).getOperator()
                instanceof KeyWatermarkWindowAggOperator);
  }

  private Transformation<RowData> input(Transformation<RowData> input, boolean asItIs) {
    setMaxParallelism(input);
    if (asItIs) {
      return input;
    }
    RowType rowType = ((InternalTypeInfo<RowData>) input.getOutputType()).toRowType();
    OneInputTransformation<RowData, RowData> binary =
        new OneInputTransformation<>(
            UncopiedRows.of(input, rowType), // the operator copies them
            "BinaryRow",
            SimpleOperatorFactory.of(
                new BinaryRowOperator(InternalTypeInfo.of(rowType).toRowSerializer())),
            input.getOutputType(),
            input.getParallelism());
    binary.setMaxParallelism(spec.maxParallelism());
    return UncopiedRows.of(
        binary, rowType); // each row is a new one, as if it came through the network
  }

  /** A chain has the max parallelism of its head. */
  private void setMaxParallelism(Transformation<?> transformation) {
    transformation.setMaxParallelism(spec.maxParallelism());
    if (!transformation.getInputs().isEmpty()) {
      setMaxParallelism(transformation.getInputs().get(0)); // a lookup join's table is no input
    }
  }
}
