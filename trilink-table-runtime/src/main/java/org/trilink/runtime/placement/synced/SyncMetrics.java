/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.trilink.runtime.move.protocol.SyncReceiver;

/** Sync metrics of a keyed subtask: keys that left it and arrived, and what was held. */
final class SyncMetrics {

  /** Records that are held for keys that are being moved. */
  static final String HELD_RECORDS = "syncHeldRecords";

  /** Estimated size of the held records, in bytes. */
  static final String HELD_BYTES = "syncHeldBytes";

  /** Keys whose state was handed over to another subtask. */
  static final String KEYS_OUT = "numKeysMovedOut";

  static final String BYTES_OUT = "numBytesMovedOut";

  /** Keys whose state came from another subtask. */
  static final String KEYS_IN = "numKeysMovedIn";

  static final String BYTES_IN = "numBytesMovedIn";

  /**
   * How long watermarks, and records of keys that are being moved, were held in the last Sync, in
   * ms.
   */
  static final String LAST_PAUSE = "lastSyncPause";

  /**
   * How long watermarks, and records of keys that are being moved, were held in the last Syncs, in
   * ms: a histogram.
   */
  static final String PAUSE = "syncPause";

  private static final int PAUSES = 128;

  private final Counter keysOut = new SimpleCounter();
  private final Counter bytesOut = new SimpleCounter();
  private final Counter keysIn = new SimpleCounter();
  private final Counter bytesIn = new SimpleCounter();
  private final Histogram pause = new DescriptiveStatisticsHistogram(PAUSES);

  /** In ms. */
  private volatile long lastPause;

  /** When the first marker arrived, in ns. */
  private long heldSince;

  private boolean holding;

  /** Registers them with an operator's metrics. */
  void register(MetricGroup metrics, SyncReceiver<?> sync) {
    metrics.<Integer, Gauge<Integer>>gauge(HELD_RECORDS, sync::heldRecords);
    metrics.<Long, Gauge<Long>>gauge(HELD_BYTES, sync::heldBytes);
    metrics.counter(KEYS_OUT, keysOut);
    metrics.counter(BYTES_OUT, bytesOut);
    metrics.counter(KEYS_IN, keysIn);
    metrics.counter(BYTES_IN, bytesIn);
    metrics.<Long, Gauge<Long>>gauge(LAST_PAUSE, () -> lastPause);
    metrics.histogram(PAUSE, pause);
  }

  /** A key was moved away from the subtask. */
  void tookOut(byte[] state) {
    keysOut.inc();
    bytesOut.inc(state.length);
  }

  /** A key was moved to the subtask. */
  void putIn(byte[] state) {
    keysIn.inc();
    bytesIn.inc(state.length);
  }

  /**
   * To be called after anything that may start or end holding; checks whether something is held
   * now.
   */
  void holds(boolean now, long nanoTime) {
    if (now && !holding) {
      heldSince = nanoTime;
    } else if (!now && holding) {
      lastPause = (nanoTime - heldSince) / 1_000_000;
      pause.update(lastPause);
    }
    holding = now;
  }
}
