/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.watermark;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.Workload;

/**
 * Lines of which those of every third key, more or less, come later than the others by a constant
 * time. Goes through the lines twice, once for the punctual keys and once, that time behind, for
 * the late ones.
 */
final class ConstantSkew implements Iterator<byte[]> {

  private static final int ONE_IN = 3;

  private final Keys punctual;
  private final Keys late;
  private final long skewMs;

  /**
   * Creates the same lines in another order: those of the late keys come later by the skew.
   *
   * @param lines in the order of their event times, the same whenever asked for
   * @param timeColumn the event time, in epoch milliseconds
   */
  ConstantSkew(
      Supplier<Iterator<byte[]>> lines, Workload workload, String timeColumn, Duration skew) {
    this.punctual = new Keys(lines.get(), workload, timeColumn, false);
    this.late = new Keys(lines.get(), workload, timeColumn, true);
    this.skewMs = skew.toMillis();
  }

  @Override
  public boolean hasNext() {
    return punctual.line != null || late.line != null;
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    boolean lateIsDue =
        punctual.line == null || (late.line != null && late.timeMs + skewMs < punctual.timeMs);
    return (lateIsDue ? late : punctual).take();
  }

  /** The lines of one kind of keys. */
  private static final class Keys {

    private final Iterator<byte[]> lines;
    private final Workload workload;
    private final String timeColumn;
    private final boolean late;
    private byte[] line;
    private long timeMs;

    Keys(Iterator<byte[]> lines, Workload workload, String timeColumn, boolean late) {
      this.lines = lines;
      this.workload = workload;
      this.timeColumn = timeColumn;
      this.late = late;
      advance();
    }

    byte[] take() {
      byte[] taken = line;
      advance();
      return taken;
    }

    /** To the next line of this kind; null at the end. */
    private void advance() {
      line = null;
      while (line == null && lines.hasNext()) {
        byte[] candidate = lines.next();
        if (isLate(workload.keyOf(candidate)) == late) {
          JsonNode object = FlinkJson.parse(candidate).orElseThrow();
          line = candidate;
          timeMs = FlinkJson.bigint(object, timeColumn);
        }
      }
    }

    private static boolean isLate(byte[] key) {
      return Math.floorMod(Arrays.hashCode(key), ONE_IN) == 0;
    }
  }
}
