/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Profiles beside each other, as Markdown. */
final class ProfileTable {

  private final Map<String, Profile> profiles;

  /**
   * Creates the table of one workload.
   *
   * @param profiles by the name of their column, in its order
   */
  ProfileTable(Map<String, Profile> profiles) {
    this.profiles = profiles;
  }

  /** Steps that took no time in any of them are left out. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(row("step", List.copyOf(profiles.keySet())));
    lines.add(row("---", profiles.keySet().stream().map(column -> "---:").toList()));
    Arrays.stream(Step.values())
        .filter(step -> profiles.values().stream().anyMatch(profile -> profile.share(step) > 0))
        .map(step -> row(step.label(), percents(profile -> profile.share(step))))
        .forEach(lines::add);
    lines.add(row("GC pauses, of the running time", percents(Profile::gcPauses)));
    return lines;
  }

  private List<String> percents(ToDoubleFunction<Profile> share) {
    return profiles.values().stream()
        .map(profile -> String.format(Locale.ROOT, "%.1f %%", 100 * share.applyAsDouble(profile)))
        .toList();
  }

  private static String row(String first, List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| " + first + " | ", " |"));
  }
}
