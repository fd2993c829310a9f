/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.launcher.demo.DemoSession;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.JavaCommand;
import org.trilink.launcher.local.LocalProcess;
import org.trilink.launcher.local.WorkFolder;

/**
 * A process with an {@link EmbeddedFlink}, seen from the benchmark. It prints a {@link ComparedRun}
 * when one has ended, and perhaps other records meanwhile.
 */
public final class EmbeddedJvm implements AutoCloseable {

  /** For one run, with those that warm up before it. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final DemoSession session;
  private final LocalProcess process;

  /** How many records of a type have been read. */
  private final Map<Class<?>, Integer> read = new HashMap<>();

  private EmbeddedJvm(DemoSession session, LocalProcess process) {
    this.session = session;
    this.process = process;
  }

  /**
   * Starts one, which begins with its first run.
   *
   * @param name of its log
   * @param main its main class, with a file as its argument
   * @param heap the flag of the JVM that limits its heap
   * @param plan by the work folder, a record that the file has
   */
  public static EmbeddedJvm start(
      BenchmarkContext context,
      String name,
      Class<?> main,
      String heap,
      Function<WorkFolder, Object> plan) {
    DemoSession session =
        DemoSession.open(context.home(), context.workFolders(), context.progress()::note);
    try {
      WorkFolder folder = session.services().folder();
      folder.write(folder.conf().resolve("flink-conf.yaml"), ""); // Flink insists on the file
      String text = ProcessJson.text(plan.apply(folder));
      Path file = folder.write(folder.path().resolve("plan.json"), text);
      return new EmbeddedJvm(
          session,
          session
              .services()
              .start(
                  new JavaCommand(name, main.getName())
                      .withCodeOf(main)
                      .jvm(heap)
                      .arguments(file.toString())));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Waits until the next run has ended. */
  public ComparedRun nextRun() {
    return next(ComparedRun.class, LIMIT);
  }

  /**
   * Waits for the next record of a type that the process prints.
   *
   * @throws CommandFailure if the process has ended before
   */
  public <T> T next(Class<T> type, Duration limit) {
    int number = read.merge(type, 1, Integer::sum) - 1;
    return Await.until(
            "the %s of a process".formatted(type.getSimpleName()),
            limit,
            () -> ProcessJson.printed(process.output(), type),
            printed -> {
              if (printed.size() > number) {
                return true;
              }
              process.requireAlive();
              return false;
            })
        .get(number);
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
