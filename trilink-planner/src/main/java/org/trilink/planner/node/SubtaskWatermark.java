/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.over.AbstractRowTimeUnboundedPrecedingOver;
import org.trilink.runtime.watermark.CurrentKeyWatermark;
import org.trilink.runtime.watermark.SubtaskWatermarkOperatorFactory;

/**
 * Lets Flink's operators that Trilink plans keep the subtask's watermark in their state, which
 * those of Flink 1.14 do not: after a restore they would take late records again.
 */
public final class SubtaskWatermark {

  private SubtaskWatermark() {}

  /**
   * Copies a transformation, with an operator that keeps the watermark if that decides what is
   * late.
   */
  public static Transformation<RowData> keep(Transformation<RowData> transformation) {
    KeyedStock stock = KeyedStock.of(transformation);
    return stock.withOperator(keep(stock.operator()));
  }

  /**
   * Returns a factory whose operator also keeps the watermark if that decides what is late; else
   * the factory itself.
   *
   * @param factory of a keyed operator
   */
  public static StreamOperatorFactory<RowData> keep(StreamOperatorFactory<RowData> factory) {
    return factory instanceof SimpleOperatorFactory
            && decidesWhatIsLate(((SimpleOperatorFactory<RowData>) factory).getOperator())
        ? new SubtaskWatermarkOperatorFactory(factory)
        : factory;
  }

  /** The factory of Flink's operator, whether it keeps the watermark or not. */
  public static StreamOperatorFactory<RowData> stock(StreamOperatorFactory<RowData> factory) {
    return factory instanceof SubtaskWatermarkOperatorFactory
        ? ((SubtaskWatermarkOperatorFactory) factory).stock()
        : factory;
  }

  /**
   * Window aggregates, window Top-N, joins with a time and MATCH_RECOGNIZE have timers. So has each
   * process function, but of those only OVER without a lower bound asks for the watermark.
   */
  private static boolean decidesWhatIsLate(StreamOperator<RowData> operator) {
    return operator instanceof KeyedProcessOperator
        ? ((KeyedProcessOperator<?, ?, ?>) operator).getUserFunction()
            instanceof AbstractRowTimeUnboundedPrecedingOver
        : operator instanceof Triggerable && !(operator instanceof CurrentKeyWatermark);
  }
}
