/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.client;

import org.apache.flink.table.client.SqlClient;
import org.apache.flink.table.client.cli.CliStrings;
import org.trilink.planner.delegation.TrilinkPlannerFactory;
import org.trilink.planner.node.HintWarnings;

/** Flink's SQL Client with Trilink's planner; it takes the same arguments. */
public final class TrilinkSqlClient {

  private TrilinkSqlClient() {}

  public static void main(String[] args) {
    Thread current = Thread.currentThread();
    current.setContextClassLoader(
        new PlannerServiceClassLoader(
            TrilinkSqlClient.class.getClassLoader(), TrilinkPlannerFactory.class));
    HintWarnings.addListener(TrilinkSqlClient::warn);
    SqlClient.main(args);
  }

  /**
   * Before the statement's result: the client has flushed what it has printed, and opens a view of
   * a result, on a screen of its own, only after the job is submitted.
   */
  private static void warn(String line) {
    System.out.println(CliStrings.messageWarning(line).toAnsi());
    System.out.flush();
  }
}
