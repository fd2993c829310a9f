/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.time.Duration;

/**
 * The SQL Client in a process of its own, for one script after the other: only the first one waits
 * for a JVM to start and warm up. Each script has a session of its own. Not thread-safe.
 */
public final class SqlClientProcess implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final LocalServices services;
  private final Engine engine;
  private final String name;
  private LocalProcess process;

  /** How much the scripts so far have printed, in characters. */
  private int printed;

  /**
   * Starts with its first script.
   *
   * @param services whose broker and cluster the scripts name; they end the process
   * @param name of the process; no other one that runs in these services may have it
   */
  public SqlClientProcess(LocalServices services, Engine engine, String name) {
    this.services = services;
    this.engine = engine;
    this.name = name;
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
    WorkFolder folder = services.folder();
    process.writeLine(folder.write(folder.path().resolve(name + ".sql"), script.text()).toString());
    return SqlClientOutput.jobId(awaitOutput(), folder.logs().resolve(name + ".log"));
  }

  private LocalProcess start() {
    return services.start(
        new JavaCommand(name, SqlClientLoop.class.getName())
            .on(services.clientJava())
            .endsWithItsInput()
            .jvm("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .jvm(services.clientFlags())
            .arguments(engine.name())
            .arguments("-hist", services.folder().path().resolve("sql-history").toString()));
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

  /** Ends the process. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
