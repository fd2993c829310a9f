/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.launcher.demo.DemoSession;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.JavaCommand;
import org.trilink.launcher.local.LocalProcess;
import org.trilink.launcher.local.WorkFolder;

/**
 * A process with an {@link EmbeddedFlink}, seen from the benchmark. It prints a {@link ComparedRun}
 * when one has ended.
 */
public final class EmbeddedJvm implements AutoCloseable {

  /** For one run, with those that warm up before it. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final DemoSession session;
  private final LocalProcess process;
  private int read;

  private EmbeddedJvm(DemoSession session, LocalProcess process) {
    this.session = session;
    this.process = process;
  }

  /**
   * Starts one, which begins with its first run.
   *
   * @param name of its log
   * @param main its main class
   * @param heap the flag of the JVM that limits its heap
   * @param arguments of the main class, by the folder that checkpoints are written to
   */
  public static EmbeddedJvm start(
      BenchmarkContext context,
      String name,
      Class<?> main,
      String heap,
      Function<Path, List<String>> arguments) {
    DemoSession session =
        DemoSession.open(context.home(), context.workFolders(), context.progress()::note);
    try {
      WorkFolder folder = session.services().folder();
      folder.write(folder.conf().resolve("flink-conf.yaml"), ""); // Flink insists on the file
      return new EmbeddedJvm(
          session,
          session
              .services()
              .start(
                  new JavaCommand(name, main.getName())
                      .withCodeOf(main)
                      .jvm(heap)
                      .arguments(arguments.apply(folder.checkpoints()).toArray(String[]::new))));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Waits until the next run has ended. */
  public ComparedRun next() {
    Await.until(
        "the run of a query",
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

  private List<ComparedRun> results() {
    return lines().filter(ComparedRun::isIn).map(ComparedRun::parse).toList();
  }

  /**
   * Waits for a line of the process, such as what it has found out meanwhile.
   *
   * @param mark which the line begins with
   * @param number of the line among those that begin with it, from 0
   * @throws IllegalStateException if the process has ended before
   */
  public String line(String mark, int number, Duration limit) {
    Await.until(
        "a line '%s' of the process".formatted(mark),
        limit,
        () -> {
          if (lines().filter(line -> line.startsWith(mark)).count() > number) {
            return true;
          }
          process.requireAlive();
          return false;
        });
    return lines().filter(line -> line.startsWith(mark)).skip(number).findFirst().orElseThrow();
  }

  /** The lines of the process's output that are whole. */
  private Stream<String> lines() {
    String output = process.output();
    return output.substring(0, output.lastIndexOf('\n') + 1).lines();
  }

  /** To be called when all runs have ended: the logs need not be kept. */
  public void succeeded() {
    session.succeeded(false);
  }

  @Override
  public void close() {
    session.close();
  }
}
