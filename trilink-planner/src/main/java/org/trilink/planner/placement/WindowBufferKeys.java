/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.io.IOException;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.rank.window.processors.WindowRankProcessor;
import org.apache.flink.util.InstantiationUtil;
import org.trilink.planner.flink.FlinkField;
import org.trilink.planner.flink.FlinkWindows;
import org.trilink.planner.flink.PunctualWindows;
import org.trilink.runtime.flink.PunctualWindowProcessor;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Flink's window operators buffer rows by key, with a serializer of keys of their own. It cannot be
 * set once the operator is built, so it is replaced by reflection. Windows of the copy are fired in
 * time ({@link PunctualWindows}).
 */
final class WindowBufferKeys {

  private WindowBufferKeys() {}

  /**
   * Replaces an operator by a copy with another type of key in its buffer; returns the factory
   * itself for an operator that has no such buffer.
   *
   * @throws TableException if this is not the Flink that Trilink supports
   */
  static <OUT> StreamOperatorFactory<OUT> replace(
      StreamOperatorFactory<OUT> stock, TypeInformation<RowData> keyType) {
    if (!(stock instanceof SimpleOperatorFactory)) {
      return stock;
    }
    StreamOperator<OUT> operator = ((SimpleOperatorFactory<OUT>) stock).getOperator();
    if (!FlinkWindows.isBuffering(operator)) {
      return stock;
    }
    try {
      // a copy: the stock operator may be part of the same job
      StreamOperator<OUT> copy =
          InstantiationUtil.clone(operator, Thread.currentThread().getContextClassLoader());
      PunctualWindows.apply(copy);
      Object processor = FlinkField.WINDOW_PROCESSOR.get(copy);
      Object buffer =
          processor instanceof WindowRankProcessor
              ? FlinkField.WINDOW_RANK_BUFFER.get(processor)
              : FlinkField.WINDOW_BUFFER.get(((PunctualWindowProcessor) processor).stock());
      FlinkField.WINDOW_BUFFER_KEYS.set(buffer, keyType.createSerializer(new ExecutionConfig()));
      return SimpleOperatorFactory.of(copy);
    } catch (ReflectiveOperationException | IOException | IllegalArgumentException e) {
      throw new TableException(
          "The keys of "
              + operator.getClass().getSimpleName()
              + " cannot be placed with this version of Flink; Trilink is made for "
              + SupportedFlink.VERSION
              + ". Leave 'partition' out for this query.",
          e);
    }
  }
}
