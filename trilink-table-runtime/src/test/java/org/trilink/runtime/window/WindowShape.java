/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.trilink.runtime.flink.StockSlices;

/**
 * A window of the tests, with Flink's slices for it and, independently, a simple definition of the
 * windows of a time. Lengths in ms.
 *
 * @param size gap of SESSION
 * @param step slide of HOP, step of CUMULATE, else the size again
 */
public record WindowShape(Kind kind, long size, long step, long offset, ZoneId zone) {

  static final ZoneId UTC = ZoneId.of("UTC");

  public enum Kind {
    TUMBLE,
    HOP,
    CUMULATE,
    SESSION
  }

  static WindowShape tumble(long size) {
    return new WindowShape(Kind.TUMBLE, size, size, 0, UTC);
  }

  public static WindowShape hop(long size, long slide) {
    return new WindowShape(Kind.HOP, size, slide, 0, UTC);
  }

  static WindowShape cumulate(long maxSize, long step) {
    return new WindowShape(Kind.CUMULATE, maxSize, step, 0, UTC);
  }

  static WindowShape session(long gap) {
    return new WindowShape(Kind.SESSION, gap, gap, 0, UTC);
  }

  WindowShape withOffset(long newOffset) {
    return new WindowShape(kind, size, step, newOffset, zone);
  }

  WindowShape in(ZoneId newZone) {
    return new WindowShape(kind, size, step, offset, newZone);
  }

  /** Flink's slices for these windows, by the rowtime at a position. */
  StockSlices stockSlices(int rowtime) {
    return switch (kind) {
      case TUMBLE -> StockSlices.tumble(rowtime, zone, size, offset);
      case HOP -> StockSlices.hop(rowtime, zone, size, step, offset);
      case CUMULATE -> StockSlices.cumulate(rowtime, zone, size, step, offset);
      case SESSION -> throw new IllegalStateException("Sessions have no slices.");
    };
  }

  /** The slices for these windows that Trilink's operators have. */
  Slices localSlices() {
    return switch (kind) {
      case TUMBLE -> Slices.tumble(size, offset);
      case HOP -> Slices.hop(size, step, offset);
      case CUMULATE -> Slices.cumulate(size, step, offset);
      case SESSION -> throw new IllegalStateException("Sessions have no slices.");
    };
  }

  /** Ends of all windows that hold a time, ascending; for windows aligned to UTC. */
  List<Long> windowEnds(long time) {
    if (!zone.normalized().equals(ZoneOffset.UTC)) {
      throw new IllegalStateException("The definition is written for UTC only.");
    }
    long sinceStep = Math.floorMod(time - offset, step);
    long firstEnd = time - sinceStep + step;
    long lastEnd =
        kind == Kind.CUMULATE
            ? time - Math.floorMod(time - offset, size) + size
            : firstEnd - step + size;
    List<Long> ends = new ArrayList<>();
    for (long end = firstEnd; end <= lastEnd; end += step) {
      ends.add(end);
    }
    return ends;
  }

  @Override
  public String toString() {
    return kind
        + (step == size ? " " + size : " " + size + "/" + step)
        + (offset == 0 ? "" : " offset " + offset)
        + (zone.equals(UTC) ? "" : " " + zone);
  }
}
