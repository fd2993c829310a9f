/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.trilink.benchmark.host.LinkRate;

/**
 * The options that the user gave. What is empty is the benchmark's own choice.
 *
 * @param quick less input, fewer points and rounds
 * @param rounds how often each variant is measured in each situation
 * @param nodes how many TaskManagers, one situation each
 * @param linkRate of the links between nodes
 * @param cpuPerNode cores that each node may use
 * @param rows input records for each node
 * @param minutes for which a run goes on that goes by time
 */
public record BenchOptions(
    boolean quick,
    OptionalInt rounds,
    Optional<List<Integer>> nodes,
    LinkRate linkRate,
    double cpuPerNode,
    OptionalLong rows,
    OptionalInt minutes) {

  private static final int ROUNDS = 3;

  /** In a benchmark of one cluster. */
  private static final int NODES = 2;

  /** As asked for; else {@code full}, or {@code inQuick} with --quick. */
  public List<Integer> nodesOr(List<Integer> full, List<Integer> inQuick) {
    return nodes.orElse(quick ? inQuick : full);
  }

  /** As asked for first; else two. */
  public int nodesOfOneCluster() {
    return nodes.map(asked -> asked.get(0)).orElse(NODES);
  }

  /** As asked for; else {@code full}, or {@code inQuick} with --quick. */
  public long rowsOr(long full, long inQuick) {
    return rows.orElse(quick ? inQuick : full);
  }

  /** As asked for; else three, or one with --quick. */
  public int standardRounds() {
    return roundsOr(ROUNDS);
  }

  /** As asked for; else {@code full}, or one with --quick. */
  public int roundsOr(int full) {
    return rounds.orElse(quick ? 1 : full);
  }
}
