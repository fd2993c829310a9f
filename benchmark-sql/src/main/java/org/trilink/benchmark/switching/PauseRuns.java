package org.trilink.benchmark.switching;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.SteadyRun;

/**
 * For how long watermarks wait while keys with much state are moved, on two nodes without a quota
 * and at a steady rate: the longest time without a row tells it from outside.
 */
final class PauseRuns {

  private static final String STATE = "state moved";
  private static final String TEN_MB = "10 MB";
  private static final String ONE_GB = "1 GB";
  private static final double RECORDS_PER_SECOND = 5_000;
  private static final Duration SETTLING_TIME = Duration.ofSeconds(2);

  /** About half of them are moved in each phase, at once if they do not have too much state. */
  private static final int DEVICES = 128;

  private PauseRuns() {}

  static Map<String, String> settings() {
    return Map.of(
        "pause",
        "%d nodes without a quota; %,.0f records/s; %d keys with equal state, half of them moved"
            .formatted(PauseInput.SUBTASKS, RECORDS_PER_SECOND, DEVICES));
  }

  private static List<String> states(BenchOptions options) {
    return options.quick() ? List.of(TEN_MB) : List.of(TEN_MB, ONE_GB);
  }

  static List<Trial> trials(BenchOptions options) {
    return states(options).stream().flatMap(state -> trials(state).stream()).toList();
  }

  private static List<Trial> trials(String state) {
    return Schedule.alternating(Map.of(STATE, state), SwitchVariant.labels(SwitchVariant.AUTO), 1);
  }

  static void run(BenchmarkContext context) {
    for (String state : states(context.options())) {
      if (!context.hasAll(trials(state))) {
        measure(context, state);
      }
    }
  }

  private static void measure(BenchmarkContext context, String state) {
    PauseInput input = input(state, context.options());
    try (BenchCluster cluster = BenchCluster.start(context, PauseInput.SUBTASKS, 1, flink(state))) {
      context.measure(trials(state), trial -> measure(cluster, input, trial));
      cluster.succeeded();
    }
  }

  private static PauseInput input(String state, BenchOptions options) {
    return switch (state) {
      case TEN_MB ->
          new PauseInput(
              DEVICES, 170_000, options.quick() ? 3 : 10, seconds(options.quick() ? 8 : 12));
      case ONE_GB -> new PauseInput(DEVICES, 16_000_000, 1, seconds(60));
      default -> throw new IllegalArgumentException(state);
    };
  }

  private static long seconds(int seconds) {
    return (long) (seconds * RECORDS_PER_SECOND);
  }

  /** A checkpoint has all of the state in it: of 2 GB there are few. */
  private static Map<String, String> flink(String state) {
    return state.equals(ONE_GB)
        ? Map.of(
            "taskmanager.memory.process.size", "7g", "execution.checkpointing.interval", "60 s")
        : Map.of("taskmanager.memory.process.size", "1536m");
  }

  private static Measurement measure(BenchCluster cluster, PauseInput input, Trial trial) {
    PauseWorkload workload = new PauseWorkload(input);
    OutputGaps gaps = new OutputGaps(0);
    return new SteadyRun(cluster, workload, workload.options(), RECORDS_PER_SECOND)
        .measure(
            trial,
            SwitchVariant.AUTO.settling(SETTLING_TIME),
            gaps,
            new SyncLog(cluster.services().folder().logs()),
            gaps);
  }
}
