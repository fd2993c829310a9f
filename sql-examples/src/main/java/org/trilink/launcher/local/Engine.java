/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import org.trilink.planner.client.TrilinkSqlClient;

/** The planner that runs the SQL. */
public enum Engine {
  TRILINK,
  FLINK;

  /**
   * Runs its SQL Client in this process until its script has ended; returns whether that succeeded,
   * as far as the client tells.
   */
  boolean runClient(String... arguments) throws ReflectiveOperationException {
    if (this == TRILINK) {
      return TrilinkSqlClient.run(arguments);
    }
    ChildProcess.runMain("org.apache.flink.table.client.SqlClient", arguments);
    return true;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
