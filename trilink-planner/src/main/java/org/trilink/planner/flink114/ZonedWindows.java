/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink114;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.aggregate.window.processors.AbstractWindowAggProcessor;
import org.apache.flink.table.runtime.operators.window.slicing.SlicingWindowOperator;

/**
 * Flink's window aggregates buffer rows until a window may have ended. In a time zone without
 * summer time they look for the end of windows that are aligned in UTC. Where windows of the zone
 * end at other times, as days in Shanghai do, a window's rows can leave the buffer when it is over,
 * and are lost. In zones with summer time they look for the end of windows of the zone.
 */
public final class ZonedWindows {

  private ZonedWindows() {}

  /** Does so for the operator of a transformation that was translated by Flink just now. */
  public static void align(Transformation<?> transformation) {
    if (transformation instanceof OneInputTransformation) {
      StreamOperatorFactory<?> factory =
          ((OneInputTransformation<?, ?>) transformation).getOperatorFactory();
      if (factory instanceof SimpleOperatorFactory) {
        align(((SimpleOperatorFactory<?>) factory).getOperator());
      }
    }
  }

  /**
   * Lets a window aggregate, or its first phase, look for the end of its own windows, as in a zone
   * with summer time; other operators stay as they are.
   *
   * @param operator of no job yet
   * @throws TableException if this is not the Flink that Trilink supports
   */
  public static void align(StreamOperator<?> operator) {
    try {
      if (operator instanceof SlicingWindowOperator) {
        Object processor = FlinkField.WINDOW_PROCESSOR.get(operator);
        if (processor instanceof AbstractWindowAggProcessor) {
          FlinkField.WINDOW_ENDS_IN_ZONE.set(processor, true);
        }
      } else if (operator instanceof LocalSlicingWindowAggOperator) {
        FlinkField.FIRST_PHASE_WINDOW_ENDS_IN_ZONE.set(operator, true);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new TableException(
          "Windows cannot be aligned in the session's time zone with this version of Flink; Trilink"
              + " is made for 1.14. Leave 'exchange' and 'partition' out for this query.",
          e);
    }
  }
}
