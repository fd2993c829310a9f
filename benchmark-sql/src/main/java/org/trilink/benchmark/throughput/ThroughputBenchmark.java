package org.trilink.benchmark.throughput;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.program.BareConsumerRun;
import org.trilink.benchmark.program.HandWrittenRun;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.ResultTable;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.Tuning;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;

/**
 * Each workload on clusters of several sizes: stock Flink, Trilink, and what a bare Kafka consumer
 * and a hand-written program would read in their place.
 */
public final class ThroughputBenchmark implements Benchmark {

  private static final List<Integer> NODES = List.of(1, 2, 4, 8);
  private static final List<Integer> QUICK_NODES = List.of(2);
  private static final int QUICK_ROUNDS = 1;

  private static final Variant FLINK = Variant.flink("flink");
  private static final Variant TRILINK = Variant.trilink("trilink").withObjectReuse();
  private static final List<String> VARIANTS =
      List.of(ResultTable.BARE_CONSUMER, ResultTable.HAND_WRITTEN, FLINK.name(), TRILINK.name());

  @Override
  public String name() {
    return "throughput";
  }

  @Override
  public String description() {
    return "records/s of the workloads on 1 to 8 nodes";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("CPU", cpu(options));
    settings.put("rounds", String.valueOf(options.roundsOr(QUICK_ROUNDS)));
    settings.put("nodes", nodes(options).toString());
    settings.put("tuned and warmed up", options.quick() ? "no" : "yes");
    for (MeasuredWorkload each : MeasuredWorkload.values()) {
      settings.put(
          "input of %s on one node".formatted(each.workload().name()),
          each.input(options, 1).toString());
    }
    return settings;
  }

  private static String cpu(BenchOptions options) {
    return isLimited(options)
        ? options.cpuPerNode() + " cores a node, for the programs without Flink too"
        : "all nodes share the machine's, without quotas";
  }

  /** With quotas more nodes have more CPU time; one size of cluster need not be slowed down. */
  private static boolean isLimited(BenchOptions options) {
    return !options.quick() && HostSupport.missing().isEmpty();
  }

  /** Largest first, so that what a variant is tuned for is the most work. */
  private static List<Integer> nodes(BenchOptions options) {
    return options.nodesOr(NODES, QUICK_NODES).stream().sorted(Comparator.reverseOrder()).toList();
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    List<Trial> trials = new ArrayList<>();
    if (!options.quick()) {
      for (MeasuredWorkload each : MeasuredWorkload.values()) {
        trials.addAll(tuningOfFlink(each, options).trials());
        trials.addAll(tuningOfTrilink(each, options).trials());
      }
    }
    for (int nodes : nodes(options)) {
      for (MeasuredWorkload each : MeasuredWorkload.values()) {
        trials.addAll(measured(each, nodes, options));
      }
    }
    return trials;
  }

  private static List<Trial> measured(MeasuredWorkload each, int nodes, BenchOptions options) {
    return Schedule.alternating(each.situation(nodes), VARIANTS, options.roundsOr(QUICK_ROUNDS));
  }

  private static Tuning tuningOfFlink(MeasuredWorkload each, BenchOptions options) {
    return Tuning.ofSettings(FLINK, each.situation(nodes(options).get(0)));
  }

  private static Tuning tuningOfTrilink(MeasuredWorkload each, BenchOptions options) {
    return Tuning.ofExchange(TRILINK, each.situation(nodes(options).get(0)), each.exchanges());
  }

  @Override
  public void run(BenchmarkContext context) {
    for (int nodes : nodes(context.options())) {
      List<MeasuredWorkload> left =
          List.of(MeasuredWorkload.values()).stream()
              .filter(each -> !context.hasAll(measured(each, nodes, context.options())))
              .toList();
      if (!left.isEmpty()) {
        try (BenchCluster cluster = BenchCluster.start(context, nodes, 1, Map.of())) {
          left.forEach(each -> run(context, cluster, each));
          cluster.succeeded();
        }
      }
    }
  }

  private static void run(BenchmarkContext context, BenchCluster cluster, MeasuredWorkload each) {
    Workload workload = each.workload();
    GeneratorOptions options = each.input(context.options(), cluster.nodes());
    try (BenchInput input = cluster.fill(workload, options)) {
      Variants variants = new Variants(context, cluster, input, each);
      context.measure(measured(each, cluster.nodes(), context.options()), variants::measure);
    } finally {
      cluster.unlimitedCpu();
    }
  }

  /** The variants at their best, on one input. */
  private static final class Variants {

    private final BenchCluster cluster;
    private final BenchInput input;
    private final Map<String, Variant> engines = new TreeMap<>();

    /** Warms up, and lets the best settings be found if they have not been. */
    Variants(
        BenchmarkContext context, BenchCluster cluster, BenchInput input, MeasuredWorkload each) {
      this.cluster = cluster;
      this.input = input;
      BenchOptions options = context.options();
      if (options.quick()) {
        engines.put(FLINK.name(), FLINK.withObjectReuse());
        engines.put(TRILINK.name(), TRILINK);
        return;
      }
      Tuning flink = tuningOfFlink(each, options);
      Tuning trilink = tuningOfTrilink(each, options);
      flink.warmUp(cluster, input);
      trilink.warmUp(cluster, input);
      if (isLimited(options)) {
        cluster.limitCpu(options.cpuPerNode());
      }
      engines.put(FLINK.name(), flink.best(context, this::measure));
      engines.put(TRILINK.name(), trilink.best(context, this::measure));
    }

    private Measurement measure(Trial trial, Variant variant) {
      return new EngineRun(cluster, input, variant).measure(trial);
    }

    Measurement measure(Trial trial) {
      return switch (trial.variant()) {
        case ResultTable.BARE_CONSUMER -> new BareConsumerRun(cluster, input).measure(trial);
        case ResultTable.HAND_WRITTEN -> new HandWrittenRun(cluster, input).measure(trial);
        default -> measure(trial, engines.get(trial.variant()));
      };
    }
  }
}
