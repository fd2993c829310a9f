/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.runtime.key.IntegerKey;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.key.ReusedKeySelector;

/** Puts an operator behind the exchange that brings it its keys' rows. */
public final class KeyedTransformation {

  private KeyedTransformation() {}

  /**
   * The operator with as many subtasks as the exchange has.
   *
   * @param keys columns of the input
   */
  public static OneInputTransformation<RowData, RowData> of(
      Transformation<RowData> input,
      RowType inputType,
      int[] keys,
      OneInputStreamOperator<RowData, RowData> operator,
      String description,
      RowType outputType) {
    OneInputTransformation<RowData, RowData> transformation =
        new OneInputTransformation<>(
            input,
            description,
            SimpleOperatorFactory.of(operator),
            InternalTypeInfo.of(outputType),
            input.getParallelism());
    RowDataKeySelector selector = FlinkCode.keySelector(keys, InternalTypeInfo.of(inputType));
    transformation.setStateKeySelector(selector);
    transformation.setStateKeyType(selector.getProducedType());
    return transformation;
  }

  /**
   * How the operator finds what it has for a row's key.
   *
   * @param keys columns of the input
   */
  public static KeyLookup keyLookup(RowType inputType, int[] keys) {
    IntegerKey integer = IntegerKey.of(inputType, keys);
    if (integer != null) {
      return KeyLookup.byNumber(integer, integer.inKeyRow());
    }
    RowDataKeySelector selector = FlinkCode.keySelector(keys, InternalTypeInfo.of(inputType));
    if (keys.length == 0) {
      return KeyLookup.byRow(selector);
    }
    InternalTypeInfo<RowData> keyType = selector.getProducedType();
    return KeyLookup.byRow(
        new ReusedKeySelector(
            keyType, FlinkCode.projection("KeyLookup", inputType, keyType.toRowType(), keys)));
  }
}
