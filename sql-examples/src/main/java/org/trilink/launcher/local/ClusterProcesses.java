/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes in a work folder at a moment: those that the cluster's file has, and those that
 * others have started there, perhaps to replace them.
 */
final class ClusterProcesses {

  private final List<RecordedProcess> recorded;
  private final List<FolderProcess> others;

  private ClusterProcesses(List<RecordedProcess> recorded, List<FolderProcess> others) {
    this.recorded = List.copyOf(recorded);
    this.others = List.copyOf(others);
  }

  static ClusterProcesses in(WorkFolder folder) {
    List<RecordedProcess> recorded = ProcessFile.read(folder);
    Set<ProcessHandle> known =
        recorded.stream()
            .flatMap(process -> process.alive().stream())
            .flatMap(tree -> tree.all().stream())
            .collect(Collectors.toSet());
    List<FolderProcess> others =
        FolderProcess.in(folder).stream()
            .filter(process -> !known.contains(process.handle()))
            .toList();
    return new ClusterProcesses(recorded, others);
  }

  List<RecordedProcess> recorded() {
    return recorded;
  }

  /**
   * The processes that run, and those that should; a process that was replaced is not among them.
   */
  List<ClusterProcess> all() {
    List<FolderProcess> further = new ArrayList<>(others);
    List<ClusterProcess> all = new ArrayList<>();
    for (RecordedProcess process : recorded) {
      Optional<FolderProcess> substitute =
          process.alive().isPresent()
              ? Optional.empty()
              : further.stream().filter(other -> other.standsInFor(process.name())).findFirst();
      substitute.ifPresentOrElse(
          other -> {
            further.remove(other);
            all.add(ClusterProcess.of(other));
          },
          () -> all.add(ClusterProcess.of(process)));
    }
    further.forEach(other -> all.add(ClusterProcess.of(other)));
    return all;
  }

  /** Whether a process works, that is, it is neither paused nor has it ended. */
  boolean isRunning(String name) {
    return all().stream()
        .anyMatch(
            process -> process.name().equals(name) && process.state() == ProcessState.RUNNING);
  }

  /** The processes that are alive. */
  List<ProcessTree> running() {
    return Stream.concat(
            recorded.stream().flatMap(process -> process.alive().stream()),
            others.stream().map(other -> ProcessTree.of(other.handle())))
        .toList();
  }
}
