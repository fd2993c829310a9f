/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.trilink.examples.workload.Oracle;
import org.trilink.launcher.demo.InputTopic;
import org.trilink.launcher.local.CommandFailure;

/** Writes a run's input at its rate until it is stopped, and shows it to the oracle. */
final class ChaosInput implements AutoCloseable {

  private final ExecutorService writer = Executors.newSingleThreadExecutor();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final CompletableFuture<Long> records;

  private ChaosInput(ChaosOptions options, String broker, Oracle<?> oracle) {
    InputTopic keyed = new InputTopic(options.workload(), broker);
    InputTopic topic = options.recordKeys() ? keyed : keyed.withoutRecordKeys();
    this.records =
        CompletableFuture.supplyAsync(
            () ->
                topic.fillAtRate(
                    untilStopped(options.workload().generate(options.generator())),
                    options.rate(),
                    oracle::accept,
                    count -> {}),
            writer);
  }

  static ChaosInput start(ChaosOptions options, String broker, Oracle<?> oracle) {
    return new ChaosInput(options, broker, oracle);
  }

  private Iterator<byte[]> untilStopped(Iterator<byte[]> lines) {
    return Stream.iterate(lines, each -> each.hasNext() && !stopped.get(), each -> each)
        .map(Iterator::next)
        .iterator();
  }

  /** Fails if nothing more is written though nobody has stopped it. */
  void requireWriting() {
    if (records.isDone()) {
      long written = stop();
      throw new CommandFailure("the input ended early, after %,d records".formatted(written));
    }
  }

  /**
   * Writes no further records, and waits until the last ones are written; returns their number.
   *
   * @throws CommandFailure if it could not be written
   */
  long stop() {
    stopped.set(true);
    try {
      return records.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof CommandFailure failure ? failure : e;
    }
  }

  @Override
  public void close() {
    stopped.set(true);
    writer.shutdownNow();
  }
}
