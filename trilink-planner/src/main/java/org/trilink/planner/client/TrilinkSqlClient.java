/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.client;

import java.util.Arrays;
import org.apache.flink.table.client.SqlClient;
import org.apache.flink.table.client.cli.CliOptions;
import org.apache.flink.table.client.cli.CliOptionsParser;
import org.apache.flink.table.client.cli.CliStrings;
import org.trilink.planner.delegation.FlinkVersion;
import org.trilink.planner.delegation.TrilinkPlannerFactory;
import org.trilink.planner.node.HintWarnings;

/** Flink's SQL Client with Trilink's planner; it takes the same arguments. */
public final class TrilinkSqlClient {

  private static final String MODE = SqlClient.MODE_EMBEDDED;

  private TrilinkSqlClient() {}

  /** Ends the process with 1 if a script's statement fails, where Flink's client ends with 0. */
  public static void main(String[] args) {
    if (!run(args)) {
      System.exit(1);
    }
  }

  /**
   * Runs the client until the user leaves it or its script has ended.
   *
   * @param args as Flink's client takes them
   * @return false if a statement of the script failed, and so all behind it were not executed; what
   *     a user types may fail
   */
  public static boolean run(String... args) {
    FlinkVersion.require();
    Thread current = Thread.currentThread();
    current.setContextClassLoader(
        new PlannerServiceClassLoader(
            TrilinkSqlClient.class.getClassLoader(), TrilinkPlannerFactory.class));
    HintWarnings.addListener(TrilinkSqlClient::warn);
    CliOptions options = CliOptionsParser.parseEmbeddedModeClient(withoutMode(args));
    if (options.isPrintHelp()) {
      SqlClient.main(args);
      return true;
    }
    return ScriptWatch.run(options, args);
  }

  private static String[] withoutMode(String[] args) {
    return args.length > 0 && args[0].equals(MODE)
        ? Arrays.copyOfRange(args, 1, args.length)
        : args;
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
