/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.RowData;

/** Copies the settings of a transformation to its replacement. */
public final class LikeTransformation {

  private LikeTransformation() {}

  /** Copies the transformation of a keyed operator, with another operator in it. */
  public static OneInputTransformation<RowData, RowData> withOperator(
      OneInputTransformation<RowData, RowData> stock, StreamOperatorFactory<RowData> operator) {
    return withOperator(stock, operator, stock.getOutputType());
  }

  /** Copies the transformation of a keyed operator, with one that hands on other rows in it. */
  @SuppressWarnings("unchecked") // as the transformation says
  public static OneInputTransformation<RowData, RowData> withOperator(
      OneInputTransformation<RowData, RowData> stock,
      StreamOperatorFactory<RowData> operator,
      TypeInformation<RowData> type) {
    OneInputTransformation<RowData, RowData> transformation =
        new OneInputTransformation<>(
            (Transformation<RowData>) stock.getInputs().get(0),
            stock.getName(),
            operator,
            type,
            stock.getParallelism());
    transformation.setStateKeySelector(stock.getStateKeySelector());
    transformation.setStateKeyType(stock.getStateKeyType());
    return like(stock, transformation);
  }

  /** Copies the transformation of a keyed operator of two inputs, with another operator in it. */
  public static TwoInputTransformation<RowData, RowData, RowData> withOperator(
      TwoInputTransformation<RowData, RowData, RowData> stock,
      StreamOperatorFactory<RowData> operator,
      TypeInformation<RowData> type) {
    TwoInputTransformation<RowData, RowData, RowData> transformation =
        new TwoInputTransformation<>(
            stock.getInput1(),
            stock.getInput2(),
            stock.getName(),
            operator,
            type,
            stock.getParallelism());
    transformation.setStateKeySelectors(stock.getStateKeySelector1(), stock.getStateKeySelector2());
    transformation.setStateKeyType(stock.getStateKeyType());
    return like(stock, transformation);
  }

  /** Copies uid, max parallelism, managed memory and slot sharing. */
  public static <T extends Transformation<?>> T like(Transformation<?> stock, T transformation) {
    if (stock.getUid() != null) {
      transformation.setUid(stock.getUid());
    }
    if (stock.getMaxParallelism() > 0) {
      transformation.setMaxParallelism(stock.getMaxParallelism());
    }
    stock
        .getManagedMemoryOperatorScopeUseCaseWeights()
        .forEach(transformation::declareManagedMemoryUseCaseAtOperatorScope);
    for (ManagedMemoryUseCase useCase : stock.getManagedMemorySlotScopeUseCases()) {
      transformation.declareManagedMemoryUseCaseAtSlotScope(useCase);
    }
    stock.getSlotSharingGroup().ifPresent(transformation::setSlotSharingGroup);
    return transformation;
  }
}
