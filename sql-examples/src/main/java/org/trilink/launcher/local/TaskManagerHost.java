/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.List;

/**
 * Where a TaskManager runs.
 *
 * @param address what it listens on, and where the others reach it
 * @param prefix what stands before its command line, such as {@code ip netns exec NAME}; empty for
 *     nothing
 */
public record TaskManagerHost(HostAddress address, List<String> prefix) {

  /** The machine itself; any number of TaskManagers fit there. */
  public static final TaskManagerHost LOOPBACK =
      new TaskManagerHost(HostAddress.LOOPBACK, List.of());

  public TaskManagerHost {
    prefix = List.copyOf(prefix);
  }
}
