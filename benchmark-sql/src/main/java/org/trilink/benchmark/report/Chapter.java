/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import org.trilink.benchmark.result.BenchmarkResult;

/** What the report says of one benchmark. */
interface Chapter {

  /**
   * All, in the report's order: what is compared at equal results first, then what is measured in
   * order, and with records that stock Flink loses last in each.
   */
  List<Chapter> ALL =
      List.of(
          new WatermarkChapter(),
          new ThroughputChapter(),
          new PeersChapter(),
          new NexmarkChapter(),
          new BalanceChapter(),
          new SwitchChapter(),
          new ExchangeChapter(),
          new LatencyChapter(),
          new StateChapter(),
          new CheckpointChapter(),
          new ChaosChapter(),
          new SoakChapter());

  /** The benchmark's name on the command line. */
  String benchmark();

  String title();

  /** Which figures of the paper it is beside, and what is measured; a sentence or two. */
  String about();

  /** Computed from the runs; nothing is said of what was not measured. */
  Content content(BenchmarkResult result);
}
