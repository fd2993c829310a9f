package org.trilink.runtime.placement;

import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * What a placing subtask shows of its waiting and of what the coordinator says about the target.
 *
 * <p>Gauges are asked from another thread. They read plain numbers, which may be a moment old.
 */
final class PlacingMetrics {

  /** Keys whose key group has yet to come from the coordinator. */
  static final String REQUESTS_WAITING = "requestsWaiting";

  /** Records that wait for the key group of their key. */
  static final String RECORDS_WAITING = "recordsWaiting";

  /** From a request to its answer, in ms. */
  static final String REQUEST_ROUND_TRIP_TIME = "requestRoundTripTime";

  /** Keys that the subtask knows the key group of. */
  static final String PLACED_KEYS = "placedKeys";

  /** Least records of a subtask behind the exchange per most: 1 is even. */
  static final String BALANCE_DEGREE = "balanceDegree";

  /** What part longer the busiest subtask behind the exchange takes than an average one. */
  static final String EXTRA_COMPUTE_TIME = "extraComputeTime";

  /** Group of the subtasks behind the exchange, by their number. */
  static final String TARGET_SUBTASK = "targetSubtask";

  static final String TARGET_KEYS = "placedKeys";
  static final String TARGET_RECORDS = "placedRecords";

  private static final int ROUND_TRIPS = 128;

  private final Histogram roundTripTime = new DescriptiveStatisticsHistogram(ROUND_TRIPS);
  private volatile TargetLoads loads;

  private PlacingMetrics(int targetSubtasks) {
    loads = TargetLoads.none(targetSubtasks);
  }

  /**
   * Shows them among an operator's metrics.
   *
   * @param showTargets whether each subtask behind the exchange is to be shown: one subtask before
   *     it should
   */
  static PlacingMetrics register(
      MetricGroup metrics,
      WaitingRecords waiting,
      KeyGroupTable placed,
      int targetSubtasks,
      boolean showTargets) {
    PlacingMetrics placing = new PlacingMetrics(targetSubtasks);
    metrics.<Integer, Gauge<Integer>>gauge(REQUESTS_WAITING, waiting::keys);
    metrics.<Integer, Gauge<Integer>>gauge(RECORDS_WAITING, waiting::records);
    metrics.<Integer, Gauge<Integer>>gauge(PLACED_KEYS, placed::size);
    metrics.<Double, Gauge<Double>>gauge(BALANCE_DEGREE, () -> placing.loads.balanceDegree());
    metrics.<Double, Gauge<Double>>gauge(
        EXTRA_COMPUTE_TIME, () -> placing.loads.extraComputeTime());
    metrics.histogram(REQUEST_ROUND_TRIP_TIME, placing.roundTripTime);
    for (int i = 0; showTargets && i < targetSubtasks; i++) {
      int subtask = i;
      MetricGroup target = metrics.addGroup(TARGET_SUBTASK, String.valueOf(subtask));
      target.<Long, Gauge<Long>>gauge(TARGET_KEYS, () -> placing.loads.keys(subtask));
      target.<Long, Gauge<Long>>gauge(TARGET_RECORDS, () -> placing.loads.records(subtask));
    }
    return placing;
  }

  /** In ms. */
  void answered(long roundTrip) {
    roundTripTime.update(roundTrip);
  }

  void show(TargetLoads newLoads) {
    loads = newLoads;
  }
}
