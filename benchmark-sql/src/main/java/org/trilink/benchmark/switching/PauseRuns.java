/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.SteadyRun;

/**
 * For how long watermarks wait while keys with much state are moved, on two nodes without a quota
 * and at a steady rate: the longest time without a row tells it from outside.
 */
final class PauseRuns {

  private static final String STATE = "state moved";
  private static final int RECORDS_PER_SECOND = 5_000;
  private static final Duration SETTLING_TIME = Duration.ofSeconds(2);

  /** About half of them are moved in each phase, at once if they do not have too much state. */
  private static final int DEVICES = 128;

  private static final PauseWorkload WARM_UP =
      new PauseWorkload(DEVICES, MovedState.TEN_MB.bytesOfDevice, 6, seconds(5));

  /** How much is moved in all, or in each phase. */
  private enum MovedState {
    TEN_MB("10 MB", 170_000),
    ONE_GB("1 GB", 16_000_000);

    private final String label;
    private final int bytesOfDevice;

    MovedState(String label, int bytesOfDevice) {
      this.label = label;
      this.bytesOfDevice = bytesOfDevice;
    }

    List<Trial> trials() {
      return Schedule.alternating(Map.of(STATE, label), List.of(PlacementVariants.AUTO), 1);
    }

    PauseWorkload input(BenchOptions options) {
      return switch (this) {
        case TEN_MB ->
            options.quick()
                ? new PauseWorkload(DEVICES, bytesOfDevice, 2, seconds(6))
                : new PauseWorkload(DEVICES, bytesOfDevice, 6, seconds(5));
        case ONE_GB -> new PauseWorkload(DEVICES, bytesOfDevice, 1, seconds(60));
      };
    }

    String memory() {
      return this == TEN_MB ? "4g" : "7g";
    }
  }

  private PauseRuns() {}

  static Map<String, String> settings() {
    return Map.of(
        "pause",
        "%d nodes without a quota; %,d records/s; %d keys with equal state, half of them moved"
            .formatted(PauseWorkload.SUBTASKS, RECORDS_PER_SECOND, DEVICES));
  }

  private static List<MovedState> states(BenchOptions options) {
    return options.quick() ? List.of(MovedState.TEN_MB) : List.of(MovedState.values());
  }

  static List<BenchmarkPart> parts(BenchOptions options) {
    return states(options).stream()
        .<BenchmarkPart>map(
            state ->
                new ClusterPart(
                    PauseWorkload.SUBTASKS,
                    1,
                    flink(state),
                    List.of(runs(state.trials(), state.input(options)))))
        .toList();
  }

  /** The runs of one amount of state. */
  private static ClusterRuns runs(List<Trial> trials, PauseWorkload input) {
    return new ClusterRuns(
        trials,
        cluster ->
            cluster.measure(
                trials,
                trial -> {
                  // in the same processes, for nothing is compiled yet
                  Measurement unused = measure(cluster, WARM_UP, trial);
                  return measure(cluster, input, trial);
                }));
  }

  /** A checkpoint has all of the state in it, also what is no longer moved: there are few. */
  private static Map<String, String> flink(MovedState state) {
    return Map.of(
        "taskmanager.memory.process.size",
        state.memory(),
        "execution.checkpointing.interval",
        "60 s");
  }

  private static long seconds(int seconds) {
    return (long) seconds * RECORDS_PER_SECOND;
  }

  private static Measurement measure(BenchCluster cluster, PauseWorkload input, Trial trial) {
    OutputGaps gaps = new OutputGaps(0);
    return new SteadyRun(cluster, input, input.options(), RECORDS_PER_SECOND)
        .readBy(gaps)
        .observedBy(new SyncLog(cluster.services().folder().logs()), gaps)
        .measure(trial, PlacementVariants.settling(PlacementVariants.AUTO, SETTLING_TIME));
  }
}
