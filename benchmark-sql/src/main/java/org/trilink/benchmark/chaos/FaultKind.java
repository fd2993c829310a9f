/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The kinds of faults that can happen to a job from outside. */
public enum FaultKind {
  /** A TaskManager is killed, and started again. */
  KILL_TM,

  /**
   * A TaskManager is stopped where it is for some seconds, perhaps longer than its heartbeat may.
   */
  PAUSE_TM,

  /** The JobManager is killed, and started again. */
  KILL_JM,

  /** The Kafka broker is killed, and started again. */
  KILL_BROKER,

  /** Redis is killed, and started again. */
  KILL_REDIS,

  /** The MySQL-compatible server is killed, and started again. */
  KILL_MYSQL,

  /** The network between TaskManagers is slow for some seconds. */
  SLOW_LINK,

  /** A TaskManager is cut off from everything for some seconds. */
  LOSE_LINK,

  /** The disk that checkpoints are written to is full until one has failed. */
  FILL_DISK,

  /** A TaskManager is stopped in the middle of a checkpoint until that has expired. */
  DROP_CHECKPOINT,

  /** The job is stopped with a savepoint, and goes on from it with another parallelism. */
  SAVEPOINT_RESCALE,

  /** The keys of an operator are moved to where another strategy places them. */
  SWITCH;

  /** At which moments it may happen. */
  List<Moment> moments() {
    return switch (this) {
      case DROP_CHECKPOINT -> List.of(Moment.IN_CHECKPOINT);
      case FILL_DISK, SAVEPOINT_RESCALE, SWITCH -> List.of(Moment.ANY_TIME);
      default -> List.of(Moment.values());
    };
  }

  /** Whether it needs hosts with a network of their own. */
  boolean isOfNetwork() {
    return Set.of(SLOW_LINK, LOSE_LINK).contains(this);
  }

  /** Whether the broker answers at once after it. */
  boolean leavesBroker() {
    return this != KILL_BROKER;
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException listing the names, if there is no such kind
   */
  public static FaultKind parse(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.toString().equals(name.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no fault '%s'; there are %s"
                        .formatted(
                            name,
                            String.join(
                                ", ", Arrays.stream(values()).map(FaultKind::toString).toList()))));
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
