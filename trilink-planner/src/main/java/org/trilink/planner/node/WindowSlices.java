/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.trilink.runtime.window.Slices;

/** Finds the slices that windows are made of. */
public final class WindowSlices {

  private WindowSlices() {}

  /**
   * The slices of TUMBLE, HOP or CUMULATE.
   *
   * @throws TableException for other windows, and if the window is not a multiple of its slices
   */
  public static Slices of(WindowSpec window) {
    if (window instanceof TumblingWindowSpec) {
      TumblingWindowSpec tumbling = (TumblingWindowSpec) window;
      return Slices.tumble(tumbling.getSize().toMillis(), millis(tumbling.getOffset()));
    } else if (window instanceof HoppingWindowSpec) {
      HoppingWindowSpec hopping = (HoppingWindowSpec) window;
      long size = hopping.getSize().toMillis();
      long slide = hopping.getSlide().toMillis();
      check("HOP", "slide", size, slide);
      return Slices.hop(size, slide, millis(hopping.getOffset()));
    } else if (window instanceof CumulativeWindowSpec) {
      CumulativeWindowSpec cumulative = (CumulativeWindowSpec) window;
      long maxSize = cumulative.getMaxSize().toMillis();
      long step = cumulative.getStep().toMillis();
      check("CUMULATE", "step", maxSize, step);
      return Slices.cumulate(maxSize, step, millis(cumulative.getOffset()));
    }
    throw new TableException("Windows of " + window + " are not made of slices.");
  }

  private static long millis(@Nullable Duration offset) {
    return offset == null ? 0 : offset.toMillis();
  }

  private static void check(String function, String part, long size, long length) {
    if (size % length != 0) {
      throw new TableException(
          String.format(
              "%s needs a size that is a multiple of its %s; it has %d ms and %d ms.",
              function, part, size, length));
    }
  }
}
