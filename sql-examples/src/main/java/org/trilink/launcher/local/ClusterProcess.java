/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One of a cluster's processes, as it is at a moment.
 *
 * @param tree the process; empty if it does not run
 * @param startedByOthers whether it works in the cluster's folder without being one of those that
 *     the cluster started
 */
public record ClusterProcess(
    String name, ProcessState state, Optional<ProcessTree> tree, boolean startedByOthers) {

  static ClusterProcess of(RecordedProcess process) {
    Optional<ProcessTree> tree = process.alive();
    ProcessState ended = process.killed() ? ProcessState.KILLED : ProcessState.DIED;
    return new ClusterProcess(
        process.name(), tree.map(ClusterProcess::stateOf).orElse(ended), tree, false);
  }

  static ClusterProcess of(FolderProcess process) {
    ProcessTree tree = ProcessTree.of(process.handle());
    return new ClusterProcess(process.name(), stateOf(tree), Optional.of(tree), true);
  }

  private static ProcessState stateOf(ProcessTree tree) {
    return tree.isPaused() ? ProcessState.PAUSED : ProcessState.RUNNING;
  }

  /** The process's id; empty if it does not run. */
  public OptionalLong id() {
    return tree.stream().mapToLong(alive -> alive.program().pid()).findFirst();
  }

  /**
   * The process.
   *
   * @throws CommandFailure if it does not run
   */
  ProcessTree requireAlive() {
    return tree.orElseThrow(
        () ->
            new CommandFailure(
                "%s does not run: it %s; start it again with bin/trilink cluster restart %s"
                    .formatted(
                        name, state == ProcessState.KILLED ? "was killed" : "has died", name)));
  }
}
