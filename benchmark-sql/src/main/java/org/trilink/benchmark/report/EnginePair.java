/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Flink and Trilink in one situation. */
final class EnginePair {

  private final Runs flink;
  private final Runs trilink;
  private final Optional<Sample> flinks;
  private final Optional<Sample> trilinks;

  EnginePair(Runs there) {
    flink = there.variant(FLINK);
    trilink = there.variant(TRILINK);
    flinks = flink.sample(Metric.RECORDS_PER_SECOND);
    trilinks = trilink.sample(Metric.RECORDS_PER_SECOND);
  }

  /** Whether both ran; all else asks for it. */
  boolean isComplete() {
    return flinks.isPresent() && trilinks.isPresent();
  }

  boolean hasEqualRows() {
    return flink.exact() && trilink.exact();
  }

  double ratio() {
    return trilinks.orElseThrow().median() / flinks.orElseThrow().median();
  }

  /** "1.2× with 1,000 keys (the runs' ranges overlap)". */
  String words(String keys) {
    List<String> notes = new ArrayList<>();
    if (Comparison.overlap(trilinks.orElseThrow(), flinks.orElseThrow())) {
      notes.add("the runs' ranges overlap");
    }
    addRight("Flink", flink, notes);
    addRight("Trilink", trilink, notes);
    return "%s with %s keys%s"
        .formatted(
            Comparison.multiple(ratio()),
            keys,
            notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")");
  }

  private static void addRight(String whose, Runs runs, List<String> notes) {
    if (!runs.exact()) {
      notes.add(
          "%s has %s of the rows right".formatted(whose, new Completeness(runs).rightShare()));
    }
  }

  String checkpoints(String keys) {
    Optional<Sample> flinkBytes = flink.sample(Metric.CHECKPOINT_BYTES);
    Optional<Sample> trilinkBytes = trilink.sample(Metric.CHECKPOINT_BYTES);
    return flinkBytes.isEmpty() || trilinkBytes.isEmpty()
        ? ""
        : " With %s keys a checkpoint has %s, Flink's %s."
            .formatted(
                keys,
                Amount.bytes(trilinkBytes.get().median()),
                Amount.bytes(flinkBytes.get().median()));
  }
}
