/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;

/** The transformation of a keyed operator with one input or two, which others are made like. */
public final class KeyedStock {

  private final Transformation<RowData> stock;
  private final StreamOperatorFactory<RowData> operator;
  private final TypeInformation<?> keyType;
  private final List<KeySelector<RowData, ?>> keys;

  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  private KeyedStock(
      Transformation<RowData> stock,
      StreamOperatorFactory<RowData> operator,
      TypeInformation<?> keyType,
      KeySelector<RowData, ?>... keys) {
    this.stock = stock;
    this.operator = operator;
    this.keyType = keyType;
    this.keys = Arrays.asList(keys);
  }

  /**
   * Reads a transformation.
   *
   * @throws TableException if it is not that of such an operator
   */
  @SuppressWarnings("unchecked") // table operators are given rows
  public static KeyedStock of(Transformation<?> transformation) {
    if (transformation instanceof OneInputTransformation) {
      OneInputTransformation<RowData, RowData> one =
          (OneInputTransformation<RowData, RowData>) transformation;
      return new KeyedStock(
          one, one.getOperatorFactory(), one.getStateKeyType(), one.getStateKeySelector());
    }
    if (transformation instanceof TwoInputTransformation) {
      TwoInputTransformation<RowData, RowData, RowData> two =
          (TwoInputTransformation<RowData, RowData, RowData>) transformation;
      return new KeyedStock(
          two,
          two.getOperatorFactory(),
          two.getStateKeyType(),
          two.getStateKeySelector1(),
          two.getStateKeySelector2());
    }
    throw new TableException(
        "Expected a keyed operator, but found: "
            + transformation
            + ". This is a bug, please file an issue.");
  }

  public String name() {
    return stock.getName();
  }

  public StreamOperatorFactory<RowData> operator() {
    return operator;
  }

  @SuppressWarnings("unchecked") // table operators are given rows
  public List<Transformation<RowData>> inputs() {
    return stock.getInputs().stream()
        .map(input -> (Transformation<RowData>) input)
        .collect(Collectors.toList());
  }

  /** The selectors of keys, input by input. */
  public RowDataKeySelector[] keys() {
    return keys.toArray(new RowDataKeySelector[0]);
  }

  /** Copies the transformation, with another operator in it. */
  public Transformation<RowData> withOperator(StreamOperatorFactory<RowData> newOperator) {
    return withOperator(newOperator, stock.getOutputType());
  }

  /** Copies the transformation, with an operator in it that hands on other rows. */
  public Transformation<RowData> withOperator(
      StreamOperatorFactory<RowData> newOperator, TypeInformation<RowData> type) {
    return copy(inputs(), name(), newOperator, type, keys, keyType);
  }

  /** Copies the transformation, with other inputs and another operator for other keys. */
  public Transformation<RowData> withKeys(
      List<Transformation<RowData>> newInputs,
      String newName,
      StreamOperatorFactory<RowData> newOperator,
      List<? extends KeySelector<RowData, ?>> newKeys,
      TypeInformation<?> newKeyType) {
    return copy(newInputs, newName, newOperator, stock.getOutputType(), newKeys, newKeyType);
  }

  private Transformation<RowData> copy(
      List<Transformation<RowData>> inputs,
      String name,
      StreamOperatorFactory<RowData> newOperator,
      TypeInformation<RowData> type,
      List<? extends KeySelector<RowData, ?>> newKeys,
      TypeInformation<?> newKeyType) {
    int parallelism = stock.getParallelism();
    if (inputs.size() == 1) {
      OneInputTransformation<RowData, RowData> one =
          new OneInputTransformation<>(inputs.get(0), name, newOperator, type, parallelism);
      one.setStateKeySelector(newKeys.get(0));
      one.setStateKeyType(newKeyType);
      return LikeTransformation.like(stock, one);
    }
    TwoInputTransformation<RowData, RowData, RowData> two =
        new TwoInputTransformation<>(
            inputs.get(0), inputs.get(1), name, newOperator, type, parallelism);
    two.setStateKeySelectors(newKeys.get(0), newKeys.get(1));
    two.setStateKeyType(newKeyType);
    return LikeTransformation.like(stock, two);
  }
}
