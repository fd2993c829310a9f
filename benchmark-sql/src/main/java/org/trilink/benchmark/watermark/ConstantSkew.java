/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.watermark;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import javax.annotation.Nullable;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.Workload;

/**
 * Lines of which those of every third key, more or less, come later than the others by a constant
 * time.
 */
final class ConstantSkew implements Iterator<byte[]> {

  private static final int ONE_IN = 3;

  /** The column of the event time, in epoch milliseconds. */
  private static final String TIME = "ts";

  /** A line that has been read. */
  private static final class Line {

    private final byte[] text;

    /** When it comes, in epoch milliseconds of event time. */
    private final long dueMs;

    Line(byte[] text, long dueMs) {
      this.text = text;
      this.dueMs = dueMs;
    }
  }

  private final Iterator<byte[]> lines;
  private final Workload workload;
  private final long skewMs;

  /** Lines of late keys that are not due yet. */
  private final Deque<Line> late = new ArrayDeque<>();

  /** The next line of the other keys; null at the end. */
  @Nullable private Line punctual;

  /**
   * Creates the same lines in another order: those of the late keys come later by the skew.
   *
   * @param lines in the order of their event times
   */
  ConstantSkew(Iterator<byte[]> lines, Workload workload, Duration skew) {
    this.lines = lines;
    this.workload = workload;
    this.skewMs = skew.toMillis();
    readPunctual();
  }

  private void readPunctual() {
    punctual = null;
    while (punctual == null && lines.hasNext()) {
      byte[] line = lines.next();
      long timeMs = FlinkJson.bigint(FlinkJson.parse(line).orElseThrow(), TIME);
      if (Math.floorMod(Arrays.hashCode(workload.keyOf(line)), ONE_IN) == 0) {
        late.add(new Line(line, timeMs + skewMs));
      } else {
        punctual = new Line(line, timeMs);
      }
    }
  }

  @Override
  public boolean hasNext() {
    return punctual != null || !late.isEmpty();
  }

  @Override
  public byte[] next() {
    Line next = punctual;
    if (next == null || (!late.isEmpty() && late.element().dueMs < next.dueMs)) {
      return late.remove().text;
    }
    readPunctual();
    return next.text;
  }
}
