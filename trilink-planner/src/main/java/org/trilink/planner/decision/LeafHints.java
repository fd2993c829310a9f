/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The hints in force on the path from one leaf of the plan to its root. They travel with the leaf,
 * because scans are all that Flink's optimizer leaves hints on.
 */
public final class LeafHints {

  private final Set<Set<HintUse>> tableHints;
  private final Map<HintLevel, List<List<HintUse>>> queryHints;
  private final boolean levelsMayShift;

  /**
   * Creates it.
   *
   * @param tableHints the hints of the leaf itself; of a shared sub-plan, those of each table in
   *     it, be they none
   * @param queryHints for each hint level above the leaf, by kind, the lowest first: the hints of
   *     the queries around it, the innermost first
   * @param levelsMayShift whether the optimizer may add levels above the leaf
   */
  public LeafHints(
      Set<Set<HintUse>> tableHints,
      Map<HintLevel, List<List<HintUse>>> queryHints,
      boolean levelsMayShift) {
    this.tableHints = tableHints;
    this.queryHints = queryHints;
    this.levelsMayShift = levelsMayShift;
  }

  /** The hints of each table: of the leaf, or of those in a shared sub-plan. */
  public Set<Set<HintUse>> hintsByTable() {
    return tableHints;
  }

  /** The hints of all tables. */
  public Set<HintUse> tableHints() {
    return tableHints.stream()
        .flatMap(Collection::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  public List<List<HintUse>> queryHints(HintLevel kind) {
    return queryHints.get(kind);
  }

  /**
   * Whether the optimizer may add levels above the leaf. If it cannot, as many levels as the query
   * has are those of the query.
   */
  boolean levelsMayShift() {
    return levelsMayShift;
  }

  public boolean isEmpty() {
    return tableHints.stream().allMatch(Collection::isEmpty)
        && queryHints.values().stream().flatMap(List::stream).allMatch(List::isEmpty);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LeafHints
        && tableHints.equals(((LeafHints) other).tableHints)
        && queryHints.equals(((LeafHints) other).queryHints)
        && levelsMayShift == ((LeafHints) other).levelsMayShift;
  }

  @Override
  public int hashCode() {
    return Objects.hash(tableHints, queryHints, levelsMayShift);
  }
}
