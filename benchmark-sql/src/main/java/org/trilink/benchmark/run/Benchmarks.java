/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.benchmark.balance.BalanceBenchmark;
import org.trilink.benchmark.chaos.ChaosBenchmark;
import org.trilink.benchmark.checkpoint.CheckpointBenchmark;
import org.trilink.benchmark.exchange.ExchangeBenchmark;
import org.trilink.benchmark.latency.LatencyBenchmark;
import org.trilink.benchmark.nexmark.NexmarkBenchmark;
import org.trilink.benchmark.operators.OperatorsBenchmark;
import org.trilink.benchmark.peers.PeersBenchmark;
import org.trilink.benchmark.profile.ProfileBenchmark;
import org.trilink.benchmark.smallheap.SmallHeapBenchmark;
import org.trilink.benchmark.soak.SoakBenchmark;
import org.trilink.benchmark.state.StateBenchmark;
import org.trilink.benchmark.switching.SwitchBenchmark;
import org.trilink.benchmark.throughput.ThroughputBenchmark;
import org.trilink.benchmark.watermark.WatermarkBenchmark;

/** The benchmarks by name. */
public final class Benchmarks {

  private static final List<Benchmark> ALL =
      List.of(
          new ThroughputBenchmark(),
          new OperatorsBenchmark(),
          new WatermarkBenchmark(),
          new BalanceBenchmark(),
          new SwitchBenchmark(),
          new ExchangeBenchmark(),
          new LatencyBenchmark(),
          new StateBenchmark());

  /**
   * Run by their names only: the first compares nothing, the others would make all take too long.
   */
  private static final List<Benchmark> BY_NAME =
      List.of(
          new ProfileBenchmark(),
          new NexmarkBenchmark(),
          new PeersBenchmark(),
          new CheckpointBenchmark(),
          new SmallHeapBenchmark(),
          new ChaosBenchmark(),
          new SoakBenchmark());

  private Benchmarks() {}

  /** All of them, in the order in which they are run. */
  public static List<Benchmark> all() {
    return ALL;
  }

  /** The benchmark of that name; empty if there is none. */
  public static Optional<Benchmark> byName(String name) {
    return withThoseByName().filter(benchmark -> benchmark.name().equals(name)).findFirst();
  }

  /** Their names, for messages. */
  public static String names() {
    return withThoseByName().map(Benchmark::name).collect(Collectors.joining(", "));
  }

  /** All benchmarks that have a name on the command line, also those that are run by name only. */
  public static Stream<Benchmark> withThoseByName() {
    return Stream.concat(ALL.stream(), BY_NAME.stream());
  }
}
