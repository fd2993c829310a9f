/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.trilink.planner.flink.PunctualWindows;
import org.trilink.planner.node.LikeTransformation;
import org.trilink.planner.node.OperatorNames;
import org.trilink.runtime.placement.KeyCountingOperatorFactory;

/**
 * Places the keys of an operator: the same operator behind other exchanges, with another type of
 * key.
 */
final class KeyPlacementTransformations {

  private final KeyPlacementSpec placement;
  private final KeyRouting routing;

  private KeyPlacementTransformations(
      KeyPlacementSpec placement, int inputs, RowDataKeySelector keys, PlannerBase planner) {
    this.placement = placement;
    this.routing = placement.routing(inputs, keys.getProducedType().toRowType(), planner);
  }

  /** The transformation of a keyed operator with its keys placed. */
  @SuppressWarnings("unchecked")
  static Transformation<RowData> place(
      KeyPlacementSpec placement, Transformation<?> stock, PlannerBase planner) {
    if (stock instanceof OneInputTransformation) {
      OneInputTransformation<RowData, RowData> operator =
          (OneInputTransformation<RowData, RowData>) stock;
      RowDataKeySelector keys = (RowDataKeySelector) operator.getStateKeySelector();
      return new KeyPlacementTransformations(placement, 1, keys, planner).place(operator);
    }
    if (stock instanceof TwoInputTransformation) {
      TwoInputTransformation<RowData, RowData, RowData> operator =
          (TwoInputTransformation<RowData, RowData, RowData>) stock;
      RowDataKeySelector keys = (RowDataKeySelector) operator.getStateKeySelector1();
      return new KeyPlacementTransformations(placement, 2, keys, planner).place(operator);
    }
    throw unexpected(stock);
  }

  private Transformation<RowData> place(OneInputTransformation<RowData, RowData> stock) {
    RowDataKeySelector keys = (RowDataKeySelector) stock.getStateKeySelector();
    OneInputTransformation<RowData, RowData> placed =
        new OneInputTransformation<>(
            input(stock.getInputs().get(0), keys),
            name(stock),
            operator(stock.getOperatorFactory(), keys),
            stock.getOutputType(),
            stock.getParallelism());
    placed.setStateKeySelector(routing.stateKeys(keys));
    placed.setStateKeyType(routing.stateKeyType(keys));
    return withMaxParallelism(LikeTransformation.like(stock, placed));
  }

  private Transformation<RowData> place(TwoInputTransformation<RowData, RowData, RowData> stock) {
    RowDataKeySelector leftKeys = (RowDataKeySelector) stock.getStateKeySelector1();
    RowDataKeySelector rightKeys = (RowDataKeySelector) stock.getStateKeySelector2();
    TwoInputTransformation<RowData, RowData, RowData> placed =
        new TwoInputTransformation<>(
            input(stock.getInput1(), leftKeys),
            input(stock.getInput2(), rightKeys),
            name(stock),
            operator(stock.getOperatorFactory(), leftKeys, rightKeys),
            stock.getOutputType(),
            stock.getParallelism());
    placed.setStateKeySelectors(routing.stateKeys(leftKeys), routing.stateKeys(rightKeys));
    placed.setStateKeyType(routing.stateKeyType(leftKeys));
    return withMaxParallelism(LikeTransformation.like(stock, placed));
  }

  /** The exchange, and what stands between it and the operator: MATCH_RECOGNIZE sets timestamps. */
  @SuppressWarnings("unchecked")
  private Transformation<RowData> input(Transformation<?> stock, RowDataKeySelector keys) {
    if (stock instanceof PartitionTransformation) {
      PunctualWindows.apply(stock.getInputs().get(0)); // of two phases, the first
      return routing.exchange((PartitionTransformation<RowData>) stock, keys);
    }
    if (stock instanceof OneInputTransformation) {
      OneInputTransformation<RowData, RowData> between =
          (OneInputTransformation<RowData, RowData>) stock;
      Transformation<RowData> exchange = input(between.getInputs().get(0), keys);
      return withMaxParallelism(
          LikeTransformation.like(
              between,
              new OneInputTransformation<>(
                  exchange,
                  between.getName(),
                  routing.between(between.getOperatorFactory()),
                  exchange.getOutputType(), // keeps what travels with a row
                  between.getParallelism())));
    }
    throw unexpected(stock);
  }

  private StreamOperatorFactory<RowData> operator(
      StreamOperatorFactory<RowData> stock, RowDataKeySelector... keys) {
    return routing.operator(
        new KeyCountingOperatorFactory<>(PlacedOperator.of(stock, routing.stateKeyType(keys[0]))),
        keys);
  }

  private Transformation<RowData> withMaxParallelism(Transformation<RowData> transformation) {
    transformation.setMaxParallelism(placement.maxParallelism());
    return transformation;
  }

  /** {@code GroupAggregate(groupBy=[k])} becomes {@code GroupAggregate[partition=modulo](...)}. */
  private String name(Transformation<?> stock) {
    return OperatorNames.marked(stock.getName(), placement.mark());
  }

  private static TableException unexpected(Transformation<?> transformation) {
    return new TableException(
        "Keys cannot be placed at "
            + transformation
            + ": it is not a keyed operator behind an exchange. This is a bug, please file an"
            + " issue.");
  }
}
