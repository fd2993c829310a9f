/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.trilink.runtime.move.balance.MonitorCommand;

/**
 * Knows which commands no completed checkpoint contains, so that they are lost if the JobManager
 * fails.
 */
final class UnsavedCommands {

  /** By checkpoint that is not completed: the commands that it contains. */
  private final TreeMap<Long, Set<String>> written = new TreeMap<>();

  private Set<String> saved = Collections.emptySet();

  /** The commands were written to a checkpoint. */
  void written(long checkpoint, Collection<MonitorCommand> commands) {
    written.put(checkpoint, texts(commands));
  }

  /** May be called several times for a checkpoint. */
  void completed(long checkpoint) {
    Set<String> contained = written.get(checkpoint);
    if (contained != null) {
      saved = contained;
      written.headMap(checkpoint, true).clear();
    }
  }

  /** These commands were restored from a completed checkpoint. */
  void restored(Collection<MonitorCommand> commands) {
    written.clear();
    saved = texts(commands);
  }

  /** Returns those of the commands that would be lost. */
  List<MonitorCommand> among(Collection<MonitorCommand> commands) {
    return commands.stream()
        .filter(command -> !saved.contains(command.toString()))
        .collect(Collectors.toList());
  }

  private static Set<String> texts(Collection<MonitorCommand> commands) {
    return commands.stream().map(MonitorCommand::toString).collect(Collectors.toSet());
  }
}
