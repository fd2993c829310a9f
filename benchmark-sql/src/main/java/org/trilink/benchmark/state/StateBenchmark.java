package org.trilink.benchmark.state;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.demo.JobRun;
import org.trilink.examples.local.Checkpoint;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** Low-voltage with few sensors and with many, on either of Flink's state backends. */
public final class StateBenchmark implements Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");

  /** Flink's names of the backends, by ours. */
  private static final Map<String, String> BACKENDS =
      new TreeMap<>(Map.of("heap", "hashmap", "rocksdb", "rocksdb"));

  private static final List<Integer> KEYS = List.of(1_000, 10_000, 100_000, 1_000_000);
  private static final List<Integer> QUICK_KEYS = List.of(1_000);
  private static final double DISORDER = 0.5;
  private static final Duration SKEW = Duration.ofMinutes(3);
  private static final long SEED = 1;
  private static final List<Integer> NODES = List.of(2);
  private static final long ROWS = 2_000_000;
  private static final long QUICK_ROWS = 150_000;
  private static final int QUICK_ROUNDS = 1;

  /** A million keys have to fit on the heap. */
  private static final Map<String, String> MEMORY =
      Map.of("taskmanager.memory.process.size", "3072m");

  private static final List<Variant> VARIANTS =
      List.of(
          Variant.flink("flink").withObjectReuse(), Variant.trilink("trilink").withObjectReuse());

  @Override
  public String name() {
    return "state";
  }

  @Override
  public String description() {
    return "heap and RocksDB with a thousand to a million keys";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>(MEMORY);
    settings.put("hosts", HostSupport.description());
    settings.put("CPU", "all nodes share the machine's, without quotas");
    settings.put("rounds", String.valueOf(options.roundsOr(QUICK_ROUNDS)));
    settings.put("nodes", String.valueOf(nodes(options)));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("object reuse", "on");
    keys(options)
        .forEach(
            keys ->
                settings.put("input of %,d keys".formatted(keys), input(options, keys).toString()));
    return settings;
  }

  private static int nodes(BenchOptions options) {
    return options.nodesOr(NODES, NODES).get(0);
  }

  private static List<Integer> keys(BenchOptions options) {
    return options.quick() ? QUICK_KEYS : KEYS;
  }

  private static GeneratorOptions input(BenchOptions options, int keys) {
    long rows = options.rowsOr(ROWS, QUICK_ROWS) * nodes(options);
    return new GeneratorOptions(rows, keys, DISORDER, SKEW, 0, SEED);
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    return keys(options).stream().flatMap(keys -> trials(keys, options).stream()).toList();
  }

  private static List<Trial> trials(int keys, BenchOptions options) {
    List<String> names = VARIANTS.stream().map(Variant::name).toList();
    List<Trial> trials = new ArrayList<>();
    for (String backend : BACKENDS.keySet()) {
      trials.addAll(
          Schedule.alternating(
              Map.of("backend", backend, "keys", String.valueOf(keys)),
              names,
              options.roundsOr(QUICK_ROUNDS)));
    }
    return trials;
  }

  @Override
  public void run(BenchmarkContext context) {
    BenchOptions options = context.options();
    if (context.hasAll(trials(options))) {
      return;
    }
    try (BenchCluster cluster = BenchCluster.start(context, nodes(options), 1, MEMORY)) {
      boolean warm = options.quick();
      for (int keys : keys(options)) {
        if (!context.hasAll(trials(keys, options))) {
          try (BenchInput input = cluster.fill(WORKLOAD, input(options, keys))) {
            if (!warm) {
              warmUp(cluster, input);
              warm = true;
            }
            context.measure(trials(keys, options), trial -> measure(cluster, input, trial));
          }
        }
      }
      cluster.succeeded();
    }
  }

  private static void warmUp(BenchCluster cluster, BenchInput input) {
    for (String backend : BACKENDS.keySet()) {
      VARIANTS.forEach(variant -> cluster.warmUp(input, on(backend, variant)));
    }
  }

  private static Measurement measure(BenchCluster cluster, BenchInput input, Trial trial) {
    Variant variant =
        VARIANTS.stream()
            .filter(each -> each.name().equals(trial.variant()))
            .findFirst()
            .orElseThrow();
    return new EngineRun(cluster, input, on(trial.situation().get("backend"), variant))
        .observedBy(StateBenchmark::observeCheckpoints)
        .measure(trial);
  }

  private static Variant on(String backend, Variant variant) {
    return variant.with(Map.of("state.backend", BACKENDS.get(backend)));
  }

  private static void observeCheckpoints(JobRun job, MeasurementBuilder values) {
    List<Checkpoint> checkpoints = job.checkpoints();
    values.put(
        Metric.CHECKPOINT_BYTES,
        Sample.of(checkpoints.stream().mapToDouble(Checkpoint::bytes)).median());
    values.put(
        Metric.CHECKPOINT_MILLIS,
        Sample.of(checkpoints.stream().mapToDouble(Checkpoint::millis)).median());
  }
}
