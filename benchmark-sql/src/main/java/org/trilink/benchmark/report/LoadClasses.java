/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.trilink.launcher.local.ReportedKeyLoad;

/**
 * Subtasks by their share of all records, in classes as in the paper's table 3.
 *
 * @param loads the records of each subtask
 */
record LoadClasses(List<Long> loads) {

  private static final List<Double> BOUNDS = Paper.loadBounds();

  /** The classes of some subtasks' loads. */
  static LoadClasses loadClasses(List<Long> loads) {
    return new LoadClasses(loads);
  }

  /** The classes' names; those below and above the paper's have theirs, too. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    names.add("< " + bound(0));
    for (int i = 1; i < BOUNDS.size(); i++) {
      names.add(bound(i - 1) + "–" + bound(i));
    }
    names.add("> " + bound(BOUNDS.size() - 1));
    return names;
  }

  private static String bound(int i) {
    return String.format(Locale.ROOT, "%.2f", BOUNDS.get(i));
  }

  /** How many subtasks are in each class. */
  List<Integer> counts() {
    int[] counts = new int[BOUNDS.size() + 1];
    double total = loads.stream().mapToLong(Long::longValue).sum();
    for (long load : loads) {
      counts[classOf(100 * load / total)]++;
    }
    return Arrays.stream(counts).boxed().toList();
  }

  private static int classOf(double percent) {
    if (percent < BOUNDS.get(0)) {
      return 0;
    }
    int above = 1;
    while (above < BOUNDS.size() && percent > BOUNDS.get(above)) {
      above++;
    }
    return above;
  }

  /** (Greatest - mean load) / mean load. */
  double extraComputeTime() {
    return reported().extraComputeTime();
  }

  /** Greatest over least load, less 1. */
  double excess() {
    return 1 / reported().balanceDegree() - 1;
  }

  private ReportedKeyLoad reported() {
    return new ReportedKeyLoad("", loads, List.of());
  }
}
