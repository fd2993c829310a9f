/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.time.Duration;
import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.utils.TableConfigUtils;
import org.apache.flink.table.runtime.operators.aggregate.window.processors.AbstractSliceWindowAggProcessor;
import org.apache.flink.table.runtime.operators.window.groupwindow.operator.WindowOperatorBuilder;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAggOperator;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.runtime.flink.PunctualWindowProcessor;

/** Flink's windows, whose classes are in other packages in some versions. */
public final class FlinkWindows {

  private FlinkWindows() {}

  /** Returns the time zone in which windows on a time attribute of this type begin and end. */
  public static ZoneId timeZone(LogicalType timeType, TableConfig session) {
    return TimeWindowUtil.getShiftTimeZone(timeType, TableConfigUtils.getLocalTimeZone(session));
  }

  /**
   * Begins the operator of GROUP BY TUMBLE or HOP.
   *
   * @param size of a window
   * @param slide from a window of HOP to the next; null for TUMBLE
   */
  public static WindowOperatorBuilder operator(Duration size, @Nullable Duration slide) {
    WindowOperatorBuilder builder = WindowOperatorBuilder.builder();
    return slide == null ? builder.tumble(size) : builder.sliding(size, slide);
  }

  /** Whether an operator of Flink keeps rows of a window function's windows in a buffer. */
  public static boolean isBuffering(StreamOperator<?> operator) {
    return operator instanceof WindowAggOperator;
  }

  /**
   * Returns what fires the windows of an aggregate's operator in time, in place of Flink's
   * processor; another operator's processor as it is.
   */
  static Object punctual(Object processor) {
    return processor instanceof AbstractSliceWindowAggProcessor
        ? new PunctualWindowProcessor((AbstractSliceWindowAggProcessor) processor)
        : processor;
  }
}
