/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongConsumer;
import javax.annotation.Nullable;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.trilink.advice.measure.Deadline;

/** The windows of an aggregate, on event time. All lengths in ms. */
public final class EventWindows {

  private final long size;
  private final long slide;
  private final long slice;
  private final long interval;
  private final long offset;
  private final ZoneId zone;
  private final String text;

  private EventWindows(
      long size,
      long slide,
      long slice,
      long interval,
      @Nullable Duration offset,
      ZoneId zone,
      String text) {
    this.size = size;
    this.slide = slide;
    this.slice = slice;
    this.interval = interval;
    this.offset = offset == null ? 0 : offset.toMillis();
    this.zone = zone;
    this.text = text;
  }

  /**
   * Reads them from a plan; null if they are on processing time.
   *
   * @param localZone the session's time zone
   */
  @Nullable
  static EventWindows of(TimeAttributeWindowingStrategy windowing, ZoneId localZone) {
    if (!windowing.isRowtime()) {
      return null;
    }
    ZoneId zone =
        windowing.getTimeAttributeType().getTypeRoot()
                == LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE
            ? localZone
            : ZoneOffset.UTC;
    WindowSpec window = windowing.getWindow();
    if (window instanceof TumblingWindowSpec) {
      TumblingWindowSpec tumbling = (TumblingWindowSpec) window;
      long size = tumbling.getSize().toMillis();
      String text = "TUMBLE of " + Texts.duration(size);
      return new EventWindows(size, size, size, size, tumbling.getOffset(), zone, text);
    }
    if (window instanceof HoppingWindowSpec) {
      HoppingWindowSpec hopping = (HoppingWindowSpec) window;
      long size = hopping.getSize().toMillis();
      long slide = hopping.getSlide().toMillis();
      String text = "HOP of " + Texts.duration(size) + " every " + Texts.duration(slide);
      return new EventWindows(
          size, slide, ArithmeticUtils.gcd(size, slide), slide, hopping.getOffset(), zone, text);
    }
    if (window instanceof CumulativeWindowSpec) {
      CumulativeWindowSpec cumulative = (CumulativeWindowSpec) window;
      long size = cumulative.getMaxSize().toMillis();
      long step = cumulative.getStep().toMillis();
      String text = "CUMULATE up to " + Texts.duration(size) + " by " + Texts.duration(step);
      return new EventWindows(size, size, step, step, cumulative.getOffset(), zone, text);
    }
    return null;
  }

  /** When a record is late for the last of its windows. */
  Deadline deadline() {
    return Deadline.ofWindows(size, slide, offset, zone);
  }

  /** How many windows a record belongs to at most. */
  long ofRecord() {
    return size / interval;
  }

  /** Hands over the end of each window that has records with this event time, in ms. */
  void endsOf(long time, LongConsumer window) {
    long last = deadline().of(time);
    for (long end = slices().of(time); end <= last; end += interval) {
      window.accept(end);
    }
  }

  private Deadline slices() {
    return Deadline.ofWindows(slice, slice, offset, zone);
  }

  public long size() {
    return size;
  }

  /** The equal spans that windows consist of. */
  long slice() {
    return slice;
  }

  /** Where a slice starts, since the epoch. */
  long offset() {
    return offset;
  }

  /** In which they are aligned. */
  ZoneId zone() {
    return zone;
  }

  @Override
  public String toString() {
    return text;
  }
}
