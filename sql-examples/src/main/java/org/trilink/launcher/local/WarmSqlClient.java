/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The SQL Client in a long-lived process, for many scripts: only the first one waits for a JVM to
 * start and warm up. Each script has a session of its own. Not thread-safe.
 */
public final class WarmSqlClient {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final LocalServices services;
  private final Engine engine;
  private LocalProcess process;

  /** How much the scripts so far have printed, in characters. */
  private int printed;

  /**
   * Starts with its first script.
   *
   * @param services whose broker and cluster the scripts name; they end the process
   */
  public WarmSqlClient(LocalServices services, Engine engine) {
    this.services = services;
    this.engine = engine;
  }

  /**
   * Runs a script that starts one job; returns the job's id.
   *
   * @throws CommandFailure with the client's message if a statement fails
   */
  public String submit(SqlScript script) {
    if (process == null) {
      process = start();
    }
    Path file = services.folder().path().resolve(name() + ".sql");
    process.writeLine(services.folder().write(file, script.text()).toString());
    return SqlClientRun.of(awaitOutput(), services.folder(), name()).jobId();
  }

  private LocalProcess start() {
    return services.start(
        new JavaCommand(name(), SqlClientLoop.class.getName())
            .endsWithItsInput()
            .jvm("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .arguments(engine.name())
            .arguments("-hist", services.folder().path().resolve("sql-history").toString()));
  }

  private String name() {
    return "sql-client-" + engine;
  }

  private String awaitOutput() {
    Await.until("the SQL Client to run a script", LIMIT, this::hasEnded);
    String all = process.output();
    int end = all.indexOf(SqlClientLoop.END, printed);
    String output = all.substring(printed, end);
    printed = end + SqlClientLoop.END.length();
    return output;
  }

  private boolean hasEnded() {
    process.requireAlive();
    return process.output().indexOf(SqlClientLoop.END, printed) >= 0;
  }
}
