/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs a script with the SQL Client in a process of its own and reads its output. */
final class SqlClientRun {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Pattern ANSI = Pattern.compile("\u001B\\[[;\\d]*[A-Za-z]");
  private static final Pattern JOB_ID =
      Pattern.compile("^Job ID: ([0-9a-f]{32})", Pattern.MULTILINE);
  private static final Pattern ERROR =
      Pattern.compile("\\[ERROR\\] (.*?)(?=\n\\s*\n|\nShutting down|\\z)", Pattern.DOTALL);
  private static final Pattern UNCAUGHT =
      Pattern.compile("^(?:Exception in thread|Error: ).*", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern PLAN =
      Pattern.compile(
          "^== .*?(?=\nFlink SQL> |\nShutting down|\\z)", Pattern.MULTILINE | Pattern.DOTALL);

  private final String output;

  private SqlClientRun(String output) {
    this.output = output;
  }

  /**
   * Runs a script to its end.
   *
   * @throws CommandFailure with the client's message if a statement fails
   */
  static SqlClientRun run(LocalServices services, Engine engine, SqlScript script) {
    WorkFolder folder = services.folder();
    var file = folder.write(folder.path().resolve("script.sql"), script.text());
    LocalProcess client =
        services.start(
            new JavaCommand("sql-client", engine.clientClass())
                .on(services.clientJava())
                .jvm("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .jvm(services.clientFlags())
                .arguments("-f", file.toString())
                .arguments("-hist", folder.path().resolve("sql-history").toString()));
    int code = client.awaitEnd(LIMIT);
    return of(client.output(), code, folder, "sql-client");
  }

  /**
   * Reads what a client that goes on has printed for a script.
   *
   * @param client the process's name
   * @throws CommandFailure with the client's message if a statement failed
   */
  static SqlClientRun of(String printed, WorkFolder folder, String client) {
    return of(printed, UNCAUGHT.matcher(printed).find() ? 1 : 0, folder, client);
  }

  private static SqlClientRun of(String printed, int code, WorkFolder folder, String client) {
    String output = ANSI.matcher(printed).replaceAll("").replace("\r", "");
    failure(output, code)
        .ifPresent(
            reason -> {
              throw new CommandFailure(
                  reason + "\nthe SQL Client's log: " + folder.logs().resolve(client + ".log"));
            });
    return new SqlClientRun(output);
  }

  /** The id of the job that the script started. */
  String jobId() {
    Matcher matcher = JOB_ID.matcher(output);
    if (!matcher.find()) {
      throw new CommandFailure("the script started no job");
    }
    return matcher.group(1);
  }

  /** The plans that EXPLAIN statements printed. */
  String plans() {
    return PLAN.matcher(output)
        .results()
        .map(plan -> plan.group().strip())
        .collect(Collectors.joining("\n\n"));
  }

  /** The client's own message; Flink's client exits with code 0 even after an error. */
  private static Optional<String> failure(String output, int code) {
    Matcher error = ERROR.matcher(output);
    if (error.find()) {
      return Optional.of("the SQL Client: " + error.group(1).strip());
    }
    if (code == 0) {
      return Optional.empty();
    }
    Matcher uncaught = UNCAUGHT.matcher(output);
    String cause = uncaught.find() ? RootCause.of(uncaught.group()) : "no message";
    return Optional.of("the SQL Client ended with code " + code + ": " + cause);
  }
}
