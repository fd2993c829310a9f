/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.time.Instant;
import java.util.Optional;

/**
 * A process of a cluster, as its file has it.
 *
 * @param line with which it was started
 * @param pid its id
 * @param startMillis when it was started, in epoch milliseconds: tells it from a later process with
 *     the same id
 * @param killed whether it was killed on purpose
 */
record RecordedProcess(ProcessLine line, long pid, long startMillis, boolean killed) {

  static RecordedProcess of(LocalProcess process) {
    ProcessHandle handle = process.handle();
    return new RecordedProcess(process.line(), handle.pid(), startMillis(handle), false);
  }

  String name() {
    return line.name();
  }

  RecordedProcess asKilled() {
    return new RecordedProcess(line, pid, startMillis, true);
  }

  /** The process if it runs still. */
  Optional<ProcessTree> alive() {
    return ProcessHandle.of(pid)
        .filter(handle -> handle.isAlive() && startMillis(handle) == startMillis)
        .map(handle -> ProcessTree.of(handle, line));
  }

  private static long startMillis(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
