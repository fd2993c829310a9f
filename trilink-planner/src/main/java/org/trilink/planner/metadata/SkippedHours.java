/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.LogicalWindow;
import org.apache.flink.table.planner.plan.logical.SlidingGroupWindow;
import org.apache.flink.table.planner.plan.logical.TumblingGroupWindow;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;

/**
 * How far results of windows are out of order when clocks go forward. The end of a window that
 * begins before the hour that is skipped may lie within it. Flink fires such windows as soon as the
 * clocks change, and gives them the time that is as far behind the hour: those that begin behind
 * the hour come later, with ends that may be less.
 */
final class SkippedHours {

  /** In zones whose clocks have not changed since then, no hour is skipped. */
  private static final Instant SINCE = Instant.parse("2000-01-01T00:00:00Z");

  private SkippedHours() {}

  /**
   * The greatest disorder of an operator's results.
   *
   * @param zone in which its windows are aligned
   */
  static Duration disorder(RelNode rel, ZoneId zone) {
    return gaps(zone.getRules())
        .map(gap -> disorder(rel, gap))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** By how much clocks go forward in this zone. */
  private static Stream<Duration> gaps(ZoneRules rules) {
    Stream<ZoneOffsetTransition> past =
        rules.getTransitions().stream().filter(change -> change.getInstant().isAfter(SINCE));
    Stream<ZoneOffsetTransition> eachYear =
        rules.getTransitionRules().stream().map(rule -> rule.createTransition(2000));
    return Stream.concat(past, eachYear)
        .filter(ZoneOffsetTransition::isGap)
        .map(ZoneOffsetTransition::getDuration)
        .distinct();
  }

  private static Duration disorder(RelNode rel, Duration gap) {
    if (rel instanceof StreamPhysicalGroupWindowAggregate) {
      return disorder(((StreamPhysicalGroupWindowAggregate) rel).window(), gap);
    }
    WindowSpec windows = windows(rel);
    if (windows instanceof TumblingWindowSpec) {
      TumblingWindowSpec tumbling = (TumblingWindowSpec) windows;
      return tumbling.getOffset() == null || tumbling.getOffset().isZero()
          ? ofTumbling(tumbling.getSize(), gap)
          : least(tumbling.getSize(), gap);
    }
    if (windows instanceof HoppingWindowSpec) {
      return least(((HoppingWindowSpec) windows).getSize(), gap);
    }
    return windows instanceof CumulativeWindowSpec
        ? least(((CumulativeWindowSpec) windows).getMaxSize(), gap)
        : Duration.ZERO;
  }

  /** Of GROUP BY TUMBLE and HOP. A session's end depends on its last record alone. */
  private static Duration disorder(LogicalWindow window, Duration gap) {
    if (window instanceof TumblingGroupWindow) {
      return ofTumbling(AggregateUtil.toDuration(((TumblingGroupWindow) window).size()), gap);
    }
    return window instanceof SlidingGroupWindow
        ? least(AggregateUtil.toDuration(((SlidingGroupWindow) window).size()), gap)
        : Duration.ZERO;
  }

  /**
   * Windows of an hour, or of a part of it, end where it is skipped. Of longer ones, the next ends
   * later in any case.
   */
  private static Duration ofTumbling(Duration size, Duration gap) {
    return gap.toMillis() % size.toMillis() == 0 || size.compareTo(gap) > 0 ? Duration.ZERO : size;
  }

  private static Duration least(Duration size, Duration gap) {
    return size.compareTo(gap) < 0 ? size : gap;
  }

  @Nullable
  private static WindowSpec windows(RelNode rel) {
    if (rel instanceof StreamPhysicalWindowAggregate) {
      return ((StreamPhysicalWindowAggregate) rel).windowing().getWindow();
    }
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      return ((StreamPhysicalGlobalWindowAggregate) rel).windowing().getWindow();
    }
    if (rel instanceof StreamPhysicalWindowRank) {
      return ((StreamPhysicalWindowRank) rel).windowing().getWindow();
    }
    return rel instanceof StreamPhysicalWindowJoin
        ? ((StreamPhysicalWindowJoin) rel).leftWindowing().getWindow()
        : null;
  }
}
