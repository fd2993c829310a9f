/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The watermark of a source's subtask that reads every so many-th partition, if it came after each
 * record. A partition holds it back until it has had a record.
 */
final class ReaderWatermark {

  private final int reader;
  private final int readers;
  private final long delay;

  /** By partition, in ms; Long.MIN_VALUE for no record. */
  private final long[] latest;

  ReaderWatermark(int partitions, int reader, int readers, long delay) {
    this.reader = reader;
    this.readers = readers;
    this.delay = delay;
    latest = new long[partitions];
    Arrays.fill(latest, Long.MIN_VALUE);
  }

  /** In ms, after a record of that time; Long.MIN_VALUE for none. */
  long after(int partition, long time) {
    latest[partition] = Math.max(latest[partition], time);
    long least =
        IntStream.range(0, latest.length)
            .filter(each -> each % readers == reader)
            .mapToLong(each -> latest[each])
            .min()
            .orElseThrow();
    return least == Long.MIN_VALUE ? least : least - delay;
  }
}
