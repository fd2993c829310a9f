/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.Engine;

/**
 * The options of a chaos run.
 *
 * @param query one of the workload's
 * @param hints options of TRILINK hints by name, in place of what the script says of them
 * @param store which server the run starts for a global merge
 * @param faults the kinds of faults that are asked for; empty for all that apply
 * @param duration for how long faults happen
 * @param rate records a second
 * @param recordKeys whether the input has record keys, or a key's records are in all partitions
 * @param parallelism of the job before it is changed, and of its topics
 * @param generator of more rows than the duration takes at the rate; its seed is that of the
 *     schedule of faults, too
 * @param workFolders in which the run's work folder is made
 */
public record ChaosOptions(
    Workload workload,
    Query query,
    Engine engine,
    Map<String, String> hints,
    StateBackend backend,
    Store store,
    Set<FaultKind> faults,
    Duration duration,
    int rate,
    boolean recordKeys,
    int parallelism,
    GeneratorOptions generator,
    Path workFolders) {

  private static final String EXCHANGE = "exchange";
  private static final String GLOBAL_MERGE = "global-merge";
  private static final String PARTITION = "partition";

  public ChaosOptions {
    hints = Map.copyOf(hints);
    faults = Set.copyOf(faults);
  }

  /**
   * Hints under which there are rows before the end of the input. With key-level watermarks, a
   * global merge has them only if windows follow a subtask's watermark, too.
   *
   * @param skew by which records are late at most
   */
  public static Map<String, String> withRowsBeforeTheEnd(Map<String, String> hints, Duration skew) {
    Map<String, String> all = new TreeMap<>(hints);
    if (GLOBAL_MERGE.equals(hints.get(EXCHANGE))) {
      all.putIfAbsent("watermark.max-skew", skew.plusMinutes(1).toSeconds() + " s");
    }
    return all;
  }

  /** The kinds of faults that happen: those that are asked for, else all that apply. */
  @Override
  public Set<FaultKind> faults() {
    if (!faults.isEmpty()) {
      return faults;
    }
    Set<FaultKind> all = EnumSet.allOf(FaultKind.class);
    all.removeIf(kind -> whyNot(kind).isPresent());
    return all;
  }

  /** The exchange strategy that is asked for; empty for the script's. */
  Optional<String> exchange() {
    return Optional.ofNullable(hints.get(EXCHANGE));
  }

  /** The placement that is asked for; empty for the script's. */
  Optional<String> partition() {
    return Optional.ofNullable(hints.get(PARTITION));
  }

  /** Whether a store is needed. */
  boolean mergesGlobally() {
    return exchange().filter(GLOBAL_MERGE::equals).isPresent();
  }

  /** Whether keys can be moved while the job runs. */
  boolean movesKeys() {
    return partition().filter("auto"::equals).isPresent() || hints.containsKey("partition.monitor");
  }

  /** Whether a server of that kind is part of the job. */
  boolean uses(Store server) {
    return (mergesGlobally() && store == server)
        || (server == Store.REDIS && workload.redis().isPresent());
  }

  /**
   * The slots of each TaskManager: as few as the job needs at first, so that every loss hits it.
   */
  int slots() {
    return (parallelism + ChaosCluster.TASK_MANAGERS - 1) / ChaosCluster.TASK_MANAGERS;
  }

  /** The least parallelism for which all TaskManagers are needed. */
  int leastParallelism() {
    return slots() * (ChaosCluster.TASK_MANAGERS - 1) + 1;
  }

  /** Describes in some words what is special about the run. */
  String variant() {
    if (engine == Engine.FLINK) {
      return engine.toString();
    }
    String set =
        hints.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(hint -> hint.getKey() + "=" + hint.getValue())
            .reduce((one, other) -> one + " " + other)
            .orElse("as the script says");
    return mergesGlobally() ? set + " in " + store : set;
  }

  /** Why a fault makes no sense here, or cannot be made; empty if it can. */
  public Optional<String> whyNot(FaultKind kind) {
    return switch (kind) {
      case KILL_REDIS -> unless(uses(Store.REDIS), "the job uses no Redis");
      case KILL_MYSQL -> unless(uses(Store.MYSQL), "the job uses no MySQL");
      case SLOW_LINK, LOSE_LINK, FILL_DISK -> HostSupport.missing();
      case SWITCH ->
          unless(
              movesKeys(), "no keys can be moved; add --hint partition=auto, or partition.monitor");
      case SAVEPOINT_RESCALE ->
          unless(
              parallelism() > leastParallelism() && !hints().containsKey("partition.weights"),
              "there is no other parallelism that needs all TaskManagers; give --parallelism 4 and no"
                  + " partition.weights");
      default -> Optional.empty();
    };
  }

  private static Optional<String> unless(boolean applies, String reason) {
    return applies ? Optional.empty() : Optional.of(reason);
  }
}
