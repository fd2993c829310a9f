/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.ReportedKeyLoad;

/**
 * The result of a demo run.
 *
 * @param kind what an input line is called, in the plural
 * @param records input lines
 * @param unreadable those of them that belong to no row
 * @param runSeconds from the job's start until its input was consumed
 * @param loads of the keyed operators, if keys are placed in a way that was asked for
 * @param totalSeconds of the whole demo
 */
record DemoResult(
    Engine engine,
    String kind,
    long records,
    long unreadable,
    Verdict verdict,
    double runSeconds,
    List<ReportedKeyLoad> loads,
    double totalSeconds) {

  /** Whether this is a failure: only Trilink promises the oracle's result. */
  boolean broken() {
    return engine == Engine.TRILINK && !verdict.exact();
  }

  /** A one-line summary. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%s: %,d %s in %.1f s (%,.0f/s)%s, %s%s%s; %.0f s in all",
        engine,
        records,
        kind,
        runSeconds,
        records / Math.max(runSeconds, 1e-3),
        unreadable == 0 ? "" : String.format(Locale.ROOT, ", %,d unreadable", unreadable),
        verdict.results().stream()
            .map(rows -> rows.rows() + " " + share(rows))
            .collect(Collectors.joining(", ")),
        verdict.coverage().map(this::lost).orElse(""),
        loads.stream().map(DemoResult::balance).collect(Collectors.joining()),
        totalSeconds);
  }

  private static String balance(ReportedKeyLoad load) {
    return String.format(
        Locale.ROOT,
        ", balance degree of %s by %s %.3f",
        load.kind(),
        load.partition(),
        load.balanceDegree());
  }

  private String lost(Verdict.Coverage coverage) {
    return String.format(
        Locale.ROOT, ", %s lost %,d of %,d", kind, coverage.lost(), coverage.expected());
  }

  /** The rows that are right, of those that should be; rows that should not be are named too. */
  private static String share(RowComparison rows) {
    String share = String.format(Locale.ROOT, "%,d of %,d", rows.matching(), rows.expected());
    long surplus = rows.unexpected() + rows.duplicate();
    String wrong =
        rows.wrong() == 0 ? "" : String.format(Locale.ROOT, " (%,d wrong)", rows.wrong());
    return share
        + wrong
        + (surplus == 0 ? "" : String.format(Locale.ROOT, " (%,d surplus)", surplus));
  }
}
