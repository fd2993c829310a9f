/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

/** Which planner runs the SQL. */
public enum Engine {
  TRILINK("org.trilink.planner.client.TrilinkSqlClient"),
  FLINK("org.apache.flink.table.client.SqlClient");

  private final String clientClass;

  Engine(String clientClass) {
    this.clientClass = clientClass;
  }

  /** The main class of the SQL Client with this planner. */
  String clientClass() {
    return clientClass;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
