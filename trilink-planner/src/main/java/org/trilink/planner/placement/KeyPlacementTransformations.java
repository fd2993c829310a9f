/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.trilink.planner.flink.PunctualWindows;
import org.trilink.planner.node.KeyedStock;
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
      KeyPlacementSpec placement, RowDataKeySelector[] keys, PlannerBase planner) {
    this.placement = placement;
    this.routing = placement.routing(keys.length, keys[0].getProducedType().toRowType(), planner);
  }

  /** The transformation of a keyed operator with its keys placed. */
  static Transformation<RowData> place(
      KeyPlacementSpec placement, Transformation<?> stock, PlannerBase planner) {
    KeyedStock keyed = KeyedStock.of(stock);
    return new KeyPlacementTransformations(placement, keyed.keys(), planner).place(keyed);
  }

  private Transformation<RowData> place(KeyedStock stock) {
    RowDataKeySelector[] keys = stock.keys();
    List<Transformation<RowData>> inputs = new ArrayList<>();
    for (Transformation<RowData> input : stock.inputs()) {
      inputs.add(input(input, keys[inputs.size()]));
    }
    return withMaxParallelism(
        stock.withKeys(
            inputs,
            // GroupAggregate(groupBy=[k]) becomes GroupAggregate[partition=modulo](groupBy=[k])
            OperatorNames.marked(stock.name(), placement.mark()),
            operator(stock.operator(), keys),
            Arrays.stream(keys).map(routing::stateKeys).collect(Collectors.toList()),
            routing.stateKeyType(keys[0])));
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

  private static TableException unexpected(Transformation<?> transformation) {
    return new TableException(
        "Keys cannot be placed at "
            + transformation
            + ": it is not a keyed operator behind an exchange. This is a bug, please file an"
            + " issue.");
  }
}
