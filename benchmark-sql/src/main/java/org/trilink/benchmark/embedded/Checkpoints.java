/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CheckpointStatsStatus;
import org.apache.flink.runtime.checkpoint.SubtaskStateStats;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.benchmark.run.MeasurementBuilder;

/**
 * The completed checkpoints of a run.
 *
 * @param count how many; the other values are 0 if there are none
 * @param bytes of state, the median
 * @param medianPause for how long the subtask that took longest processed no record, the
 *     synchronous part of a checkpoint, in ms; the median of the checkpoints
 * @param longestPause the same of the checkpoint with the longest, in ms
 */
public record Checkpoints(int count, double bytes, double medianPause, double longestPause) {

  static final Checkpoints NONE = new Checkpoints(0, 0, 0, 0);

  /**
   * Summarizes the completed checkpoints that Flink knows of.
   *
   * @param stats null without checkpoints; they must not be more than its history is long
   */
  static Checkpoints of(CheckpointStatsSnapshot stats) {
    List<AbstractCheckpointStats> completed =
        stats == null
            ? List.of()
            : stats.getHistory().getCheckpoints().stream()
                .filter(checkpoint -> checkpoint.getStatus() == CheckpointStatsStatus.COMPLETED)
                .toList();
    if (completed.isEmpty()) {
      return NONE;
    }
    Sample pause = Sample.of(completed.stream().mapToDouble(Checkpoints::pause));
    return new Checkpoints(
        completed.size(),
        Sample.of(completed.stream().mapToDouble(AbstractCheckpointStats::getStateSize)).median(),
        pause.median(),
        pause.max());
  }

  private static double pause(AbstractCheckpointStats checkpoint) {
    return checkpoint.getAllTaskStateStats().stream()
        .flatMap(task -> Stream.of(task.getSubtaskStats()))
        .mapToLong(SubtaskStateStats::getSyncCheckpointDuration)
        .max()
        .orElse(0);
  }

  /** Notes them, if there are some. */
  void putTo(MeasurementBuilder values) {
    if (count > 0) {
      values
          .put(Metric.CHECKPOINTS, count)
          .put(Metric.CHECKPOINT_BYTES, bytes)
          .put(Metric.CHECKPOINT_PAUSE_P50, medianPause)
          .put(Metric.CHECKPOINT_PAUSE_MAX, longestPause);
    }
  }
}
