/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.throughput;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.Tuning;
import org.trilink.benchmark.run.Variant;

/** Stock Flink and Trilink, each at its best on a workload; with --quick nothing is tuned. */
final class Engines {

  private static final Variant FLINK = Variant.flink("flink");
  private static final Variant TRILINK = Variant.trilink("trilink").withObjectReuse();

  /** As variants. */
  static final List<String> NAMES = List.of(FLINK.name(), TRILINK.name());

  private final boolean quick;
  private final Tuning flink;
  private final Tuning trilink;

  /**
   * On a workload.
   *
   * @param situation in which they are tuned
   */
  Engines(MeasuredWorkload workload, Map<String, String> situation, BenchOptions options) {
    this.quick = options.quick();
    this.flink = Tuning.ofSettings(FLINK, situation);
    this.trilink = Tuning.ofExchange(TRILINK, situation, workload.exchanges());
  }

  /** The runs that find out what is best. */
  List<Trial> tuning() {
    return quick
        ? List.of()
        : Stream.of(flink, trilink).map(Tuning::trials).flatMap(List::stream).toList();
  }

  /** Warms up, and finds out what is best if that is not known. */
  void tune(BenchCluster cluster, BenchInput input, BiFunction<Trial, Variant, Measurement> run) {
    if (!quick) {
      for (Tuning each : List.of(flink, trilink)) {
        each.warmUp(cluster, input);
        Variant unused = each.best(cluster.context(), run);
      }
    }
  }

  /** A variant by its name; it must have been tuned. */
  Variant byName(String name, BenchmarkContext context) {
    boolean isFlink = name.equals(FLINK.name());
    if (quick) {
      return isFlink ? FLINK.withObjectReuse() : TRILINK;
    }
    return (isFlink ? flink : trilink).chosen(context);
  }
}
