/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.trilink.benchmark.peers.KafkaStreamsRun.Api;
import org.trilink.benchmark.program.ProgramRuns;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Tuning;
import org.trilink.benchmark.run.Variant;
import org.trilink.benchmark.run.WatermarkDelay;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.SqlScript;

/** Runs of peers on one cluster's nodes, by turns; Flink 1.20 has a cluster of its own there. */
final class PeerRuns implements AutoCloseable {

  /** The part of the input that is timed, the last one. */
  private static final double TIMED = 0.5;

  /** The script's own delay, for equal times. */
  private static final Duration SCRIPTS_DELAY = Duration.ofMillis(1);

  private final BenchCluster cluster;
  private final BenchmarkContext context;
  private final Optional<OtherFlink> flink120;
  private final PeerJars jars;
  private final Set<Peer> peers;
  private final Map<Peer, Tuning> tunings;
  private boolean warm;

  /**
   * Starts what peers need besides the cluster.
   *
   * @param tunings of those that are tuned first; empty for no tuning and no warm-up
   */
  PeerRuns(BenchCluster cluster, Set<Peer> peers, PeerJars jars, Map<Peer, Tuning> tunings) {
    this.cluster = cluster;
    this.context = cluster.context();
    this.jars = jars;
    this.peers = peers;
    this.tunings = tunings;
    this.flink120 =
        jars.flink().isEmpty()
            ? Optional.empty()
            : Optional.of(OtherFlink.start(cluster, "flink-1.20", jars.flink()));
  }

  /** Measures what is left of some trials, which are of these variants. */
  void measure(
      Workload workload, GeneratorOptions options, List<PeerVariant> variants, List<Trial> trials) {
    try (BenchInput input = cluster.fill(workload, options)) {
      if (!warm && !context.options().quick()) {
        warmUpAndTune(input);
        warm = true;
      }
      context.measure(
          trials,
          trial ->
              measure(
                  trial,
                  variants.stream()
                      .filter(variant -> variant.name().equals(trial.variant()))
                      .findFirst()
                      .orElseThrow(),
                  options.skew(),
                  input));
    }
  }

  /** Whatever has JVMs that go on; programs and Kafka Streams have new ones for each run. */
  private void warmUpAndTune(BenchInput input) {
    for (Peer peer : List.of(Peer.FLINK, Peer.TRILINK, Peer.FLINK_1_20, Peer.GEO_STYLE)) {
      if (peers.contains(peer)) {
        engineRun(peer, untuned(peer), SCRIPTS_DELAY, input).warmUp();
      }
    }
    tunings.forEach(
        (peer, tuning) -> {
          Variant unused =
              tuning.best(
                  context,
                  (trial, variant) ->
                      engineRun(peer, variant, SCRIPTS_DELAY, input).measure(trial));
        });
  }

  private Measurement measure(Trial trial, PeerVariant variant, Duration skew, BenchInput input) {
    Duration wait = variant.waits() ? skew.plus(SCRIPTS_DELAY) : SCRIPTS_DELAY;
    return switch (variant.peer()) {
      case HAND_WRITTEN -> new ProgramRuns(cluster, input).handWritten(trial);
      case FLINK, FLINK_1_20, TRILINK, LOCAL_MERGE, AHEAD_KEYBY, GEO_STYLE ->
          engineRun(variant.peer(), waiting(variant, skew), wait, input).measure(trial);
      case PROCESSOR_IN_MEMORY -> streams(Api.PROCESSOR, true, wait, input).measure(trial);
      case PROCESSOR_ROCKSDB -> streams(Api.PROCESSOR, false, wait, input).measure(trial);
      case DSL_IN_MEMORY -> streams(Api.DSL, true, wait, input).measure(trial);
      case DSL_ROCKSDB -> streams(Api.DSL, false, wait, input).measure(trial);
    };
  }

  private Variant waiting(PeerVariant variant, Duration skew) {
    UnaryOperator<SqlScript> delay =
        variant.waits()
            ? script -> WatermarkDelay.longerBy(skew, script)
            : UnaryOperator.identity();
    return best(variant.peer()).editing(delay);
  }

  private Variant best(Peer peer) {
    return tunings.containsKey(peer) ? tunings.get(peer).chosen(context) : untuned(peer);
  }

  private static Variant untuned(Peer peer) {
    String name = peer.variant(false);
    return switch (peer) {
      case TRILINK -> Variant.trilinkWithPlainExchange(name);
      case LOCAL_MERGE -> Variant.trilinkWithLocalMerge();
      case AHEAD_KEYBY -> Variant.trilink(name).withObjectReuse().withExchange("ahead-keyby");
      case FLINK, FLINK_1_20, GEO_STYLE -> Variant.flink(name).withObjectReuse();
      case HAND_WRITTEN, PROCESSOR_IN_MEMORY, PROCESSOR_ROCKSDB, DSL_IN_MEMORY, DSL_ROCKSDB ->
          throw new IllegalArgumentException(name + " is no job of Flink's");
    };
  }

  /**
   * A run of a job.
   *
   * @param delay of the watermarks of a job that has no script
   */
  private EngineRun engineRun(Peer peer, Variant variant, Duration delay, BenchInput input) {
    EngineRun run = new EngineRun(cluster, input, variant).timed(TIMED);
    return switch (peer) {
      case FLINK_1_20 -> run.submittedBy(flink120.orElseThrow());
      case GEO_STYLE -> run.submittedBy(new GeoStyleJob(cluster, delay));
      default -> run;
    };
  }

  private KafkaStreamsRun streams(Api api, boolean inMemory, Duration grace, BenchInput input) {
    return new KafkaStreamsRun(cluster, input, jars.kafkaStreams(), api, inMemory, grace, TIMED);
  }

  @Override
  public void close() {
    flink120.ifPresent(OtherFlink::close);
  }
}
