/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.groupwindow.WindowProperty;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigners;
import scala.collection.Seq;

/**
 * Generates aggregate functions for slices. The generator takes one of Flink's slice assigners,
 * whose package differs between versions, and asks it for nothing but when a window starts.
 */
public final class SliceHandlers {

  private SliceHandlers() {}

  /**
   * Generates the functions.
   *
   * @param generator knows the input, and whether functions are merged
   * @param name of the class
   * @param properties of the window that results have, such as its start
   * @param window TUMBLE, HOP or CUMULATE
   * @param zone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  public static GeneratedNamespaceAggsHandleFunction<Long> generate(
      AggsHandlerCodeGenerator generator,
      String name,
      AggregateInfoList aggregates,
      Seq<WindowProperty> properties,
      WindowSpec window,
      ZoneId zone) {
    return generator.generateNamespaceAggsHandler(
        name, aggregates, properties, assigner(window), Long.class, zone);
  }

  private static SliceAssigner assigner(WindowSpec window) {
    if (window instanceof TumblingWindowSpec) {
      TumblingWindowSpec tumbling = (TumblingWindowSpec) window;
      SliceAssigners.TumblingSliceAssigner assigner =
          SliceAssigners.tumbling(0, ZoneOffset.UTC, tumbling.getSize());
      return tumbling.getOffset() == null ? assigner : assigner.withOffset(tumbling.getOffset());
    } else if (window instanceof HoppingWindowSpec) {
      HoppingWindowSpec hopping = (HoppingWindowSpec) window;
      SliceAssigners.HoppingSliceAssigner assigner =
          SliceAssigners.hopping(0, ZoneOffset.UTC, hopping.getSize(), hopping.getSlide());
      return hopping.getOffset() == null ? assigner : assigner.withOffset(hopping.getOffset());
    }
    CumulativeWindowSpec cumulative = (CumulativeWindowSpec) window;
    SliceAssigners.CumulativeSliceAssigner assigner =
        SliceAssigners.cumulative(0, ZoneOffset.UTC, cumulative.getMaxSize(), cumulative.getStep());
    return cumulative.getOffset() == null ? assigner : assigner.withOffset(cumulative.getOffset());
  }
}
