/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.annotation.Nullable;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;

/**
 * The coordinators of this process, by the attempts of subtasks with which they communicate. An
 * attempt belongs to one JobMaster and to one run after a restore, so a coordinator never receives
 * requests from an earlier run.
 */
final class RunningAttempts {

  /**
   * Static, because a {@link PlacementCall} arrives at the JobMaster as a separate object without a
   * reference to a coordinator. Each entry belongs to a coordinator, which adds it when the subtask
   * is ready and removes it when the subtask fails or is reset, or the coordinator is closed.
   */
  private static final ConcurrentMap<Tuple2<OperatorID, ExecutionAttemptID>, Subtask> SUBTASKS =
      new ConcurrentHashMap<>();

  private RunningAttempts() {}

  static void add(
      OperatorID operator,
      ExecutionAttemptID attempt,
      ExchangeCoordinator coordinator,
      int subtask) {
    SUBTASKS.put(Tuple2.of(operator, attempt), new Subtask(coordinator, subtask));
  }

  static void remove(OperatorID operator, ExecutionAttemptID attempt) {
    SUBTASKS.remove(Tuple2.of(operator, attempt));
  }

  /**
   * Returns the subtask that an attempt runs, and its coordinator; null if the attempt isn't known
   * to run, or no more.
   */
  @Nullable
  static Subtask find(OperatorID operator, ExecutionAttemptID attempt) {
    return SUBTASKS.get(Tuple2.of(operator, attempt));
  }

  /** A subtask and its coordinator. */
  static final class Subtask {

    final ExchangeCoordinator coordinator;
    final int index;

    private Subtask(ExchangeCoordinator coordinator, int index) {
      this.coordinator = coordinator;
      this.index = index;
    }
  }
}
