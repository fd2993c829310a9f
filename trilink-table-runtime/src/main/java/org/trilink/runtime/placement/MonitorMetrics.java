/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * Metrics of the Syncs of an exchange, shown at one of its placing subtasks.
 *
 * <p>Gauges are read from another thread. The figures that they read are immutable.
 */
final class MonitorMetrics {

  static final String SYNCS = "numSyncs";

  /** Syncs that have moved no key. */
  static final String SYNCS_NOT_DONE = "numSyncsNotDone";

  static final String KEYS_MOVED = "numKeysMoved";

  /** Bytes of the state of moved keys. */
  static final String BYTES_MOVED = "numBytesMoved";

  /** Judgements that found the load uneven but led to no moves. */
  static final String JUDGEMENTS_REFUSED = "numJudgementsRefused";

  /** Keys that have been moved away from where the strategy places them. */
  static final String MOVED_KEYS = "movedKeys";

  /** From the markers to the last subtask's end, in ms. */
  static final String LAST_SYNC_DURATION = "lastSyncDuration";

  static final String BALANCE_DEGREE_BEFORE_SYNC = "balanceDegreeBeforeSync";

  /**
   * Share of all records that belong to a key too heavy for any placement; 0 if there is no such
   * key.
   */
  static final String KEY_ABOVE_FAIR_SHARE = "keyAboveFairShare";

  /** Number of kinds of settings that commands have changed while the job runs. */
  static final String SETTINGS_SET_AT_RUN_TIME = "settingsSetAtRunTime";

  private volatile SyncFigures figures = new SyncFigures();

  /** Metrics that are not registered, which nobody sees. */
  MonitorMetrics() {}

  /** Registers them with an operator's metrics. */
  static MonitorMetrics register(MetricGroup metrics) {
    MonitorMetrics monitor = new MonitorMetrics();
    metrics.<Long, Gauge<Long>>gauge(SYNCS, () -> monitor.figures.syncs);
    metrics.<Long, Gauge<Long>>gauge(SYNCS_NOT_DONE, () -> monitor.figures.syncsNotDone);
    metrics.<Long, Gauge<Long>>gauge(KEYS_MOVED, () -> monitor.figures.keysMoved);
    metrics.<Long, Gauge<Long>>gauge(BYTES_MOVED, () -> monitor.figures.bytesMoved);
    metrics.<Long, Gauge<Long>>gauge(JUDGEMENTS_REFUSED, () -> monitor.figures.judgementsRefused);
    metrics.<Integer, Gauge<Integer>>gauge(MOVED_KEYS, () -> monitor.figures.movedKeys);
    metrics.<Long, Gauge<Long>>gauge(LAST_SYNC_DURATION, () -> monitor.figures.lastDuration);
    metrics.<Double, Gauge<Double>>gauge(
        BALANCE_DEGREE_BEFORE_SYNC, () -> monitor.figures.balanceDegreeBefore);
    metrics.<Double, Gauge<Double>>gauge(
        KEY_ABOVE_FAIR_SHARE, () -> monitor.figures.keyAboveFairShare);
    metrics.<Integer, Gauge<Integer>>gauge(
        SETTINGS_SET_AT_RUN_TIME, () -> monitor.figures.settingsSetAtRunTime);
    return monitor;
  }

  void show(SyncFigures newFigures) {
    figures = newFigures;
  }
}
