/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.client;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.apache.flink.table.client.SqlClient;
import org.apache.flink.table.client.cli.CliClient;
import org.apache.flink.table.client.cli.CliOptions;
import org.apache.flink.table.client.cli.CliStrings;
import org.jline.terminal.Terminal;

/**
 * Flink's client, and whether all statements of its scripts succeeded: it stops at the first one
 * that fails, and tells nobody but the terminal.
 */
final class ScriptWatch extends SqlClient implements Supplier<Terminal> {

  private static final String MARK = "[ERROR] ";

  /** How the client begins to print an error, in red. */
  private static final String ERROR = beginningOfError();

  /** Whether the client ends with a script, so that a user types nothing. */
  private final boolean endsWithScript;

  /** No terminal is opened if the script of {@code --init} fails. */
  private boolean opened;

  private boolean failed;

  private ScriptWatch(CliOptions options) {
    super(true, options, CliClient.DEFAULT_TERMINAL_FACTORY);
    endsWithScript = options.getSqlFile() != null || options.getUpdateStatement() != null;
  }

  /** Runs the client to its end; returns whether its scripts succeeded. */
  static boolean run(CliOptions options, String[] args) {
    ScriptWatch watch = new ScriptWatch(options);
    startClient(args, watch);
    return watch.opened && !watch.failed;
  }

  /** The client's terminal; what a user types may fail. */
  @Override
  public Terminal get() {
    opened = true;
    Terminal terminal = CliClient.DEFAULT_TERMINAL_FACTORY.get();
    return endsWithScript ? watched(terminal) : terminal;
  }

  private Terminal watched(Terminal terminal) {
    PrintWriter writer = watched(terminal.writer());
    return (Terminal)
        Proxy.newProxyInstance(
            ScriptWatch.class.getClassLoader(),
            new Class<?>[] {Terminal.class},
            (proxy, method, args) -> {
              if (method.getName().equals("writer")) {
                return writer;
              }
              try {
                return method.invoke(terminal, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private PrintWriter watched(PrintWriter writer) {
    return new PrintWriter(writer) {
      @Override
      public void println(String line) {
        failed |= line.startsWith(ERROR);
        super.println(line);
      }
    };
  }

  private static String beginningOfError() {
    String error = CliStrings.messageError("").toAnsi();
    return error.substring(0, error.indexOf(MARK) + MARK.length());
  }
}
