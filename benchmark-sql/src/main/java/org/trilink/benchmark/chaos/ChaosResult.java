/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.Sample;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;

/**
 * The result of a chaos run.
 *
 * @param records that were written
 * @param faults that the job survived
 * @param restores how often its state was restored
 * @param verdict all rows against the oracle's
 */
public record ChaosResult(
    ChaosOptions options,
    long records,
    List<FaultRecord> faults,
    long restores,
    Verdict verdict,
    Leftovers leftovers) {

  /** Whether every row is right, each of them once, and nothing was left behind. */
  public boolean isRight() {
    return verdict.exact() && leftovers.isNothing();
  }

  /** The result in lines. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s, %s, %s: %,d %s, %d faults, %d restores",
            options.query().name(),
            options.variant(),
            options.backend(),
            records,
            options.workload().records(),
            faults.size(),
            restores));
    verdict.results().forEach(rows -> lines.add("  " + text(rows)));
    verdict.differences().forEach(difference -> lines.add("    " + difference));
    addRecovery(lines);
    lines.add("  left behind: " + leftovers.text());
    return lines;
  }

  private void addRecovery(List<String> lines) {
    if (faults.isEmpty()) {
      return;
    }
    lines.add("  from a fault to the next committed row:");
    new TreeMap<>(faults.stream().collect(Collectors.groupingBy(FaultRecord::kind)))
        .forEach((kind, ofKind) -> lines.add("    " + recovery(kind.toString(), ofKind)));
    lines.add("    " + recovery("all", faults));
  }

  private static String text(RowComparison rows) {
    return String.format(
        Locale.ROOT,
        "%s: %,d expected, %,d right, %,d missing, %,d duplicate, %,d wrong, %,d unexpected",
        rows.rows(),
        rows.expected(),
        rows.matching(),
        rows.missing(),
        rows.duplicate(),
        rows.wrong(),
        rows.unexpected());
  }

  private static String recovery(String name, List<FaultRecord> faults) {
    Sample recovery = recoveryMillis(faults).orElseThrow();
    return String.format(
        Locale.ROOT,
        "%-17s %4d times, median %5.1f s, at most %5.1f s",
        name,
        faults.size(),
        recovery.median() / 1e3,
        recovery.max() / 1e3);
  }

  /** How long recovery took, in ms; empty if there were no faults. */
  static Optional<Sample> recoveryMillis(List<FaultRecord> faults) {
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(Sample.of(faults.stream().mapToDouble(FaultRecord::recoveryMillis)));
  }
}
