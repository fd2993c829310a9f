/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Locale;

/** The state of a cluster's process. */
public enum ProcessState {
  RUNNING,

  /** Stopped by a signal; it has its memory and its connections. */
  PAUSED,

  /** Killed by {@code bin/trilink cluster kill}. */
  KILLED,

  /** Ended by itself, or killed by others. */
  DIED;

  /** As it is printed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
