/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import javax.annotation.Nullable;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * Metrics of a placing subtask: records and keys that wait, and the target's load as reported by
 * the coordinator.
 *
 * <p>Gauges are read from another thread. They read plain numbers, which may be slightly out of
 * date.
 */
final class PlacingMetrics {

  /** Keys whose key group has been requested from the coordinator, but not received yet. */
  static final String REQUESTS_WAITING = "requestsWaiting";

  /** Records that wait for the key group of their key. */
  static final String RECORDS_WAITING = "recordsWaiting";

  /** From a request to its answer, in ms. */
  static final String REQUEST_ROUND_TRIP_TIME = "requestRoundTripTime";

  /** Keys whose key group the subtask knows. */
  static final String PLACED_KEYS = "placedKeys";

  /**
   * The minimum number of records of a subtask behind the exchange, divided by the maximum; 1 is
   * even.
   */
  static final String BALANCE_DEGREE = "balanceDegree";

  /**
   * The extra compute time of the busiest subtask behind the exchange, as a fraction of an average
   * one's.
   */
  static final String EXTRA_COMPUTE_TIME = "extraComputeTime";

  /** Group of the subtasks behind the exchange, by their number. */
  static final String TARGET_SUBTASK = "targetSubtask";

  static final String TARGET_KEYS = "placedKeys";
  static final String TARGET_RECORDS = "placedRecords";

  private static final int ROUND_TRIPS = 128;

  private final Histogram roundTripTime = new DescriptiveStatisticsHistogram(ROUND_TRIPS);
  private volatile TargetLoads loads;

  /** The monitor's view; null before the first one arrives, and without a monitor. */
  @Nullable private volatile SyncFigures figures;

  /** The metrics of the monitor; not registered if another subtask shows them, or without one. */
  private final MonitorMetrics monitor;

  private PlacingMetrics(int targetSubtasks, MonitorMetrics monitor) {
    loads = TargetLoads.none(targetSubtasks);
    this.monitor = monitor;
  }

  /**
   * Registers them with an operator's metrics.
   *
   * @param input of the operator behind the exchange, from 0 on
   * @param subtask the placing subtask's index: metrics that are the same for all are shown by the
   *     first one
   */
  static PlacingMetrics register(
      MetricGroup metrics,
      WaitingRecords waiting,
      KeyGroupTable placed,
      PlacementSettings settings,
      int input,
      int subtask) {
    boolean showsSyncs = settings.monitor() != null && input == 0 && subtask == 0;
    PlacingMetrics placing =
        new PlacingMetrics(
            settings.targetParallelism(),
            showsSyncs ? MonitorMetrics.register(metrics) : new MonitorMetrics());
    metrics.<Integer, Gauge<Integer>>gauge(REQUESTS_WAITING, waiting::keys);
    metrics.<Integer, Gauge<Integer>>gauge(RECORDS_WAITING, waiting::records);
    metrics.<Integer, Gauge<Integer>>gauge(PLACED_KEYS, () -> placed.size() - waiting.keys());
    metrics.<Double, Gauge<Double>>gauge(BALANCE_DEGREE, placing::balanceDegree);
    metrics.<Double, Gauge<Double>>gauge(EXTRA_COMPUTE_TIME, placing::extraComputeTime);
    metrics.histogram(REQUEST_ROUND_TRIP_TIME, placing.roundTripTime);
    for (int i = 0; subtask == 0 && i < settings.targetParallelism(); i++) {
      int target = i;
      MetricGroup group = metrics.addGroup(TARGET_SUBTASK, String.valueOf(target));
      if (settings.local() == null) { // otherwise no subtask knows all keys
        group.<Long, Gauge<Long>>gauge(TARGET_KEYS, () -> placing.loads.keys(target));
      }
      group.<Long, Gauge<Long>>gauge(TARGET_RECORDS, () -> placing.loads.records(target));
    }
    return placing;
  }

  private double balanceDegree() {
    SyncFigures known = figures;
    return known == null ? loads.balance().degree() : known.balanceDegree;
  }

  private double extraComputeTime() {
    SyncFigures known = figures;
    return known == null ? loads.balance().extraComputeTime() : known.extraComputeTime;
  }

  /** In ms. */
  void answered(long roundTrip) {
    roundTripTime.update(roundTrip);
  }

  void show(TargetLoads newLoads) {
    loads = newLoads;
  }

  void show(SyncFigures newFigures) {
    figures = newFigures;
    monitor.show(newFigures);
  }
}
