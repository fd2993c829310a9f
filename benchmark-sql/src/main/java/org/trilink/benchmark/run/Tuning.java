package org.trilink.benchmark.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.local.Engine;

/**
 * Finds the settings under which an engine is fastest on a workload: each candidate is run once.
 * Mini-batches are no candidate, as Flink has them for unbounded aggregates, not for windows.
 */
public final class Tuning {

  /** The value of the coordinate "phase" of runs that only choose settings. */
  static final String PHASE = "tuning";

  private final Variant variant;
  private final Map<String, String> situation;

  /**
   * Of a variant in a situation.
   *
   * @param situation of the measured runs
   */
  public Tuning(Variant variant, Map<String, String> situation) {
    this.variant = variant;
    this.situation = new TreeMap<>(situation);
    this.situation.put("phase", PHASE);
  }

  /** One run for each candidate. */
  public List<Trial> trials() {
    return candidates().stream().map(each -> new Trial(each.name(), situation, 0)).toList();
  }

  /**
   * The variant with the best settings, measured now where it has not been before.
   *
   * @param run runs a candidate
   */
  public Variant best(BenchmarkContext context, BiFunction<Trial, Variant, Measurement> run) {
    for (Variant candidate : candidates()) {
      context.measure(List.of(trial(candidate)), trial -> run.apply(trial, candidate));
    }
    Variant best =
        candidates().stream()
            .max(Comparator.comparingDouble(candidate -> recordsPerSecond(context, candidate)))
            .orElseThrow();
    context
        .results()
        .note(
            "%s settings for %s".formatted(variant.name(), situation.get("workload")), text(best));
    return best.named(variant.name());
  }

  private Trial trial(Variant candidate) {
    return new Trial(candidate.name(), situation, 0);
  }

  private double recordsPerSecond(BenchmarkContext context, Variant candidate) {
    return context
        .results()
        .find(trial(candidate))
        .orElseThrow()
        .value(Metric.RECORDS_PER_SECOND)
        .orElseThrow();
  }

  /** Aggregation in one phase or two is Flink's choice; Trilink's is the hint's. */
  private List<Variant> candidates() {
    List<Variant> candidates = new ArrayList<>();
    List<String> phases =
        variant.engine() == Engine.FLINK ? List.of("TWO_PHASE", "ONE_PHASE") : List.of("AUTO");
    for (String phase : phases) {
      for (boolean reuse : new boolean[] {true, false}) {
        Map<String, String> settings =
            Map.of(
                "table.optimizer.agg-phase-strategy",
                phase,
                "pipeline.object-reuse",
                String.valueOf(reuse));
        Variant candidate = variant.with(settings);
        candidates.add(candidate.named(variant.name() + ": " + text(candidate)));
      }
    }
    return candidates;
  }

  private static String text(Variant candidate) {
    return candidate.settings().entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(", "));
  }
}
