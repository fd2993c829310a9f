/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.examples.demo.DemoSession;
import org.trilink.examples.local.Await;
import org.trilink.examples.local.JavaCommand;
import org.trilink.examples.local.LocalProcess;
import org.trilink.examples.local.WorkFolder;

/** An {@link OperatorProcess} in a JVM of its own, seen from the benchmark. */
final class OperatorJvm implements AutoCloseable {

  /** For one run, with those that warm up before it. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final DemoSession session;
  private final LocalProcess process;
  private int read;

  private OperatorJvm(DemoSession session, LocalProcess process) {
    this.session = session;
    this.process = process;
  }

  /**
   * Starts one, which begins with its first run.
   *
   * @param runs what {@link #next} tells about, in this order
   */
  static OperatorJvm start(BenchmarkContext context, OperatorSize size, List<WantedRun> runs) {
    DemoSession session =
        DemoSession.open(context.home(), context.workFolders(), context.progress()::note);
    try {
      WorkFolder folder = session.services().folder();
      folder.write(folder.conf().resolve("flink-conf.yaml"), ""); // Flink insists on the file
      Path checkpoints = folder.checkpoints();
      long warmUpRows = size.warmUpRows(context.options());
      return new OperatorJvm(
          session,
          session
              .services()
              .start(
                  new JavaCommand("operators", OperatorProcess.class.getName())
                      .withCodeOf(OperatorProcess.class)
                      .jvm(size.heap())
                      .arguments(
                          OperatorProcess.arguments(size, checkpoints, warmUpRows, runs)
                              .toArray(String[]::new))));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Waits until the next run has ended. */
  ComparedRun next() {
    Await.until(
        "the run of an operator",
        LIMIT,
        () -> {
          if (results().size() > read) {
            return true;
          }
          process.requireAlive();
          return false;
        });
    return results().get(read++);
  }

  /** Of the lines that are whole. */
  private List<ComparedRun> results() {
    String output = process.output();
    return output
        .substring(0, output.lastIndexOf('\n') + 1)
        .lines()
        .filter(ComparedRun::isIn)
        .map(ComparedRun::parse)
        .toList();
  }

  /** To be called when all runs have ended: the logs need not be kept. */
  void succeeded() {
    session.succeeded(false);
  }

  @Override
  public void close() {
    session.close();
  }
}
