/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.node.LikeTransformation;
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
  @SuppressWarnings("unchecked")
  static Transformation<RowData> place(AheadKeyBySpec spec, Transformation<?> stock) {
    if (stock instanceof OneInputTransformation) {
      OneInputTransformation<RowData, RowData> operator =
          (OneInputTransformation<RowData, RowData>) stock;
      RowDataKeySelector keys = (RowDataKeySelector) operator.getStateKeySelector();
      return new AheadKeyByTransformations(spec, keys).place(operator, keys);
    }
    if (stock instanceof TwoInputTransformation) {
      TwoInputTransformation<RowData, RowData, RowData> operator =
          (TwoInputTransformation<RowData, RowData, RowData>) stock;
      RowDataKeySelector keys = (RowDataKeySelector) operator.getStateKeySelector1();
      return new AheadKeyByTransformations(spec, keys).place(operator, keys);
    }
    throw new TableException(
        "Expected a keyed operator above a partitioned source, but found: "
            + stock
            + ". This is a bug, please file an issue.");
  }

  @SuppressWarnings("unchecked")
  private Transformation<RowData> place(
      OneInputTransformation<RowData, RowData> stock, RowDataKeySelector keys) {
    StreamOperatorFactory<RowData> operator =
        PlacedOperator.of(stock.getOperatorFactory(), routing.stateKeyType(keys));
    operator.setChainingStrategy(ChainingStrategy.ALWAYS);
    OneInputTransformation<RowData, RowData> placed =
        new OneInputTransformation<>(
            input((Transformation<RowData>) stock.getInputs().get(0), copiesColumns(operator)),
            stock.getName(),
            operator,
            stock.getOutputType(),
            stock.getParallelism());
    placed.setStateKeySelector(routing.stateKeys(keys));
    placed.setStateKeyType(routing.stateKeyType(keys));
    LikeTransformation.like(stock, placed).setMaxParallelism(spec.maxParallelism());
    return placed;
  }

  private Transformation<RowData> place(
      TwoInputTransformation<RowData, RowData, RowData> stock, RowDataKeySelector leftKeys) {
    RowDataKeySelector rightKeys = (RowDataKeySelector) stock.getStateKeySelector2();
    TypeInformation<RowData> keyType = routing.stateKeyType(leftKeys);
    TwoInputTransformation<RowData, RowData, RowData> placed =
        new TwoInputTransformation<>(
            input(stock.getInput1(), true), // comes in binary form: there is no chain
            input(stock.getInput2(), true),
            stock.getName(),
            PlacedOperator.of(stock.getOperatorFactory(), keyType),
            stock.getOutputType(),
            stock.getParallelism());
    placed.setStateKeySelectors(routing.stateKeys(leftKeys), routing.stateKeys(rightKeys));
    placed.setStateKeyType(keyType);
    LikeTransformation.like(stock, placed).setMaxParallelism(spec.maxParallelism());
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
