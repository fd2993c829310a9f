/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.LongConsumer;
import org.trilink.examples.workload.InputFile;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.TimedLines;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;

/** Gets a demo's input into its topic, and shows it to the oracle. */
final class DemoInput {

  private final DemoOptions options;
  private final Workload workload;
  private final InputTopic topic;
  private final Oracle<?> oracle;
  private final Progress progress;

  DemoInput(DemoOptions options, String broker, Oracle<?> oracle, Progress progress) {
    this.options = options;
    this.workload = options.workload();
    this.topic = new InputTopic(workload, broker);
    this.oracle = oracle;
    this.progress = progress;
  }

  /** Writes all there is as fast as it goes; returns how many lines. */
  long fill() {
    long lines =
        options.input().isPresent()
            ? fillFromFile(options.input().get())
            : fill(workload.generate(options.generator()));
    progress.lastingAt(topic.filled(lines));
    return lines;
  }

  private long fillFromFile(Path file) {
    try {
      return InputFile.read(file, lines -> fill(lines.iterator()));
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + file + ": " + FileErrors.reason(e), e);
    }
  }

  private long fill(Iterator<byte[]> lines) {
    return topic.fill(lines, oracle::accept, count -> progress.passingAt(topic.written(count)));
  }

  /**
   * Writes generated lines at a rate from now on; returns how many.
   *
   * @param perSecond lines
   * @param written is told now and then how many there are, and throws if there is no point in
   *     going on
   */
  long fillAtRate(int perSecond, LongConsumer written) {
    Pace pace = new Pace(options.generator().rows());
    return topic.fillAtRate(
        workload.generate(options.generator()),
        perSecond,
        oracle::accept,
        count -> {
          progress.passingAt(workload.records() + " written while the job runs " + pace.at(count));
          written.accept(count);
        });
  }

  /**
   * Writes generated lines, each when it happens, from now on; returns how many.
   *
   * @param check is run now and then, and throws if there is no point in going on
   */
  long fillLive(Runnable check) {
    TimedLines lines = workload.generateLive(options.generator(), System.currentTimeMillis());
    Pace pace = new Pace(options.generator().rows());
    return topic.fill(
        new LiveLines(lines),
        oracle::accept,
        count -> {
          check.run();
          progress.passingAt(workload.records() + " written live " + pace.at(count));
        });
  }
}
