/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.LogicalWindow;
import org.apache.flink.table.planner.plan.logical.SlidingGroupWindow;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.TumblingGroupWindow;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;

/** The windows of GROUP BY TUMBLE and HOP, as window functions would write them. */
public final class GroupWindows {

  private GroupWindows() {}

  /** The windows as a window function would write them; null if no window function has such. */
  @Nullable
  public static TimeAttributeWindowingStrategy windowing(
      StreamPhysicalGroupWindowAggregate aggregate) {
    LogicalWindow window = aggregate.window();
    WindowSpec spec = spec(window);
    int time =
        aggregate.getInput().getRowType().getFieldNames().indexOf(window.timeAttribute().getName());
    return spec == null || time < 0
        ? null
        : new TimeAttributeWindowingStrategy(
            spec, window.timeAttribute().getOutputDataType().getLogicalType(), time);
  }

  @Nullable
  private static WindowSpec spec(LogicalWindow window) {
    if (window instanceof TumblingGroupWindow) {
      ValueLiteralExpression size = ((TumblingGroupWindow) window).size();
      return AggregateUtil.hasTimeIntervalType(size)
          ? new TumblingWindowSpec(AggregateUtil.toDuration(size), null)
          : null;
    }
    if (window instanceof SlidingGroupWindow) {
      ValueLiteralExpression size = ((SlidingGroupWindow) window).size();
      ValueLiteralExpression slide = ((SlidingGroupWindow) window).slide();
      return AggregateUtil.hasTimeIntervalType(size)
          ? hops(AggregateUtil.toDuration(size), AggregateUtil.toDuration(slide))
          : null;
    }
    return null;
  }

  @Nullable
  private static WindowSpec hops(Duration size, Duration slide) {
    return size.toMillis() % slide.toMillis() == 0
        ? new HoppingWindowSpec(size, slide, null)
        : null;
  }
}
