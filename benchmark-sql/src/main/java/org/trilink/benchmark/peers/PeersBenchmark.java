/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.Tuning;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.TrilinkHome;

/**
 * Measures what a user would take instead: the record path of low-voltage with Flink 1.20, Kafka
 * Streams and a program in GeoFlink's style, beside Flink 1.14, Trilink and the hand-written
 * program; in order, and with half of the keys late. Their jars are loaded when it is run.
 */
public final class PeersBenchmark extends Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");
  private static final long ROWS = 4_000_000;
  private static final long QUICK_ROWS = 200_000;
  private static final long SEED = 1;
  private static final double IN_ORDER = 0;

  private final Set<Peer> peers;

  public PeersBenchmark() {
    this(EnumSet.allOf(Peer.class));
  }

  /** Some of them. */
  PeersBenchmark(Set<Peer> peers) {
    super(
        "peers",
        "low-voltage with Flink 1.20, Kafka Streams and GeoFlink's way; loads them; not part of all");
    this.peers = EnumSet.copyOf(peers);
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("nodes", String.valueOf(options.nodesOfOneCluster()));
    settings.put("CPU", "all nodes share the machine's, without quotas");
    settings.put("tuned and warmed up", options.quick() ? "no" : "yes");
    settings.put("rounds", String.valueOf(options.standardRounds()));
    settings.putAll(PeerJars.versions(TrilinkHome.current()));
    for (double disorder : disorders(options)) {
      settings.put("input, disorder " + disorder, input(disorder, options).toString());
    }
    return settings;
  }

  /** In order first: there all are right. */
  private static List<Double> disorders(BenchOptions options) {
    double late = WORKLOAD.defaults().disorder();
    return options.quick() ? List.of(late) : List.of(IN_ORDER, late);
  }

  private static GeneratorOptions input(double disorder, BenchOptions options) {
    long rows = options.rowsOr(ROWS, QUICK_ROWS) * options.nodesOfOneCluster();
    return WORKLOAD.defaults().options(rows, disorder, SEED);
  }

  private static Map<String, String> situation(double disorder, BenchOptions options) {
    return Map.of(
        "workload",
        WORKLOAD.name(),
        "nodes",
        String.valueOf(options.nodesOfOneCluster()),
        "disorder",
        String.valueOf(disorder));
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    List<Trial> trials = new ArrayList<>();
    tunings(options).values().forEach(tuning -> trials.addAll(tuning.trials()));
    disorders(options).forEach(disorder -> trials.addAll(trials(disorder, options)));
    return List.of(BenchmarkPart.of(trials, this::measure));
  }

  /** The tunings that find out how each Flink is at its best; none with --quick. */
  private Map<Peer, Tuning> tunings(BenchOptions options) {
    Map<Peer, Tuning> tunings = new EnumMap<>(Peer.class);
    if (!options.quick()) {
      Stream.of(Peer.FLINK, Peer.FLINK_1_20)
          .filter(peers::contains)
          .forEach(
              peer ->
                  tunings.put(
                      peer,
                      Tuning.ofSettings(
                          Variant.flink(peer.variant(false)), situation(IN_ORDER, options))));
    }
    return tunings;
  }

  private List<Trial> trials(double disorder, BenchOptions options) {
    return Schedule.alternating(
        situation(disorder, options),
        variants(disorder, options).stream().map(PeerVariant::name).toList(),
        options.standardRounds());
  }

  private List<PeerVariant> variants(double disorder, BenchOptions options) {
    return PeerVariant.of(peers, disorder != IN_ORDER, options.quick());
  }

  private void measure(BenchmarkContext context) {
    BenchOptions options = context.options();
    PeerJars jars = PeerJars.load(peers, context);
    try (BenchCluster cluster =
            BenchCluster.start(withOwnCode(context), options.nodesOfOneCluster(), 1, Map.of());
        PeerRuns runs = new PeerRuns(cluster, peers, jars, tunings(options))) {
      for (double disorder : disorders(options)) {
        if (!context.hasAll(trials(disorder, options))) {
          runs.measure(
              WORKLOAD,
              input(disorder, options),
              variants(disorder, options),
              trials(disorder, options));
        }
      }
      cluster.succeeded();
    }
  }

  /**
   * Processes of the cluster have this class's jar, in which the program in GeoFlink's style is.
   */
  private static BenchmarkContext withOwnCode(BenchmarkContext context) {
    return new BenchmarkContext(
        context.home().withCodeOf(PeersBenchmark.class),
        context.workFolders(),
        context.options(),
        context.results(),
        context.progress());
  }

  /** Whether those are right that promise it; peers may lose late records. */
  @Override
  public boolean isSound(BenchmarkResult result) {
    return result.measurements().stream()
        .allMatch(run -> run.exact() || !Peer.isOurs(run.trial().variant()));
  }
}
