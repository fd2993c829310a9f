/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Lets Flink's window aggregates look at every watermark whether a window has ended. They buffer
 * rows, and look when a watermark passes the end of a window that is aligned in UTC without an
 * offset. Rows of a window that ends in between, such as a day in Shanghai, can leave the buffer
 * too late, and are lost.
 */
public final class PunctualWindows {

  /** Makes each watermark the end of a window; the first phase uses its length for nothing else. */
  private static final long EVERY_WATERMARK = 1;

  private PunctualWindows() {}

  /** Does so for the operator of a transformation that was translated by Flink just now. */
  public static void apply(Transformation<?> transformation) {
    if (transformation instanceof OneInputTransformation) {
      StreamOperatorFactory<?> factory =
          ((OneInputTransformation<?, ?>) transformation).getOperatorFactory();
      if (factory instanceof SimpleOperatorFactory) {
        apply(((SimpleOperatorFactory<?>) factory).getOperator());
      }
    }
  }

  /**
   * Does so for a window aggregate or its first phase; other operators stay as they are.
   *
   * @param operator of no job yet
   * @throws TableException if this is not the Flink that Trilink supports
   */
  public static void apply(StreamOperator<?> operator) {
    try {
      if (FlinkWindows.isBuffering(operator)) {
        Object processor = FlinkField.WINDOW_PROCESSOR.get(operator);
        FlinkField.WINDOW_PROCESSOR.set(operator, FlinkWindows.punctual(processor));
      } else if (operator instanceof LocalSlicingWindowAggOperator) {
        FlinkField.FIRST_PHASE_WINDOW_INTERVAL.set(operator, EVERY_WATERMARK);
        FlinkField.FIRST_PHASE_SUMMER_TIME.set(operator, false); // by epoch ms, with no hour twice
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new TableException(
          "Windows cannot be fired in time with this version of Flink; Trilink is made for "
              + SupportedFlink.VERSION
              + "."
              + " Leave 'exchange' and 'partition' out for this query.",
          e);
    }
  }
}
