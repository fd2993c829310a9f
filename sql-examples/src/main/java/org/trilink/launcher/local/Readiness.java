/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** How a cluster's process shows that it is up, after it was started once more. */
final class Readiness {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Empty if nothing can show it. */
  private final Optional<BooleanSupplier> isUp;

  private Readiness(Optional<BooleanSupplier> isUp) {
    this.isUp = isUp;
  }

  /**
   * To be called before the process is started.
   *
   * @param name of the process
   */
  static Readiness of(String name, WorkFolder folder) {
    if (name.startsWith(SessionCluster.TASK_MANAGER)) {
      return ofTaskManager(folder);
    }
    return new Readiness(
        switch (name) {
          case RedisServer.NAME -> Optional.of(() -> RedisServer.isUp(folder));
          case SessionCluster.JOB_MANAGER -> {
            FlinkRest rest = SessionCluster.rest(folder);
            yield Optional.of(() -> rest.overview().isPresent());
          }
          default -> ServerAddress.readiness(name, folder);
        });
  }

  /** It registers at the JobManager, under an id that it makes up when it starts. */
  private static Readiness ofTaskManager(WorkFolder folder) {
    // a JobManager that is paused would take the request, and not answer
    if (!ClusterProcesses.in(folder).isRunning(SessionCluster.JOB_MANAGER)) {
      return new Readiness(Optional.empty());
    }
    FlinkRest rest = SessionCluster.rest(folder);
    return new Readiness(rest.taskManagersIfUp().map(before -> () -> hasFurther(before, rest)));
  }

  private static boolean hasFurther(Set<String> before, FlinkRest rest) {
    Set<String> now = new HashSet<>(rest.taskManagersIfUp().orElse(Set.of()));
    now.removeAll(before);
    return !now.isEmpty();
  }

  /**
   * Waits until a process is up; returns false at once if nothing can show it.
   *
   * @throws CommandFailure if it ends, or is not up within the limit
   */
  boolean await(LocalProcess process) {
    isUp.ifPresent(
        shown ->
            Await.until(
                process.name() + " to be up",
                LIMIT,
                () -> {
                  process.requireAlive();
                  return shown.getAsBoolean();
                }));
    return isUp.isPresent();
  }
}
