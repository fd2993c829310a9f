/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A part of the seeds that a test runs, so that each part stays well within the time that a test
 * may take.
 *
 * <p>By default these are the first seeds. {@code -Dtrilink.simulation-scale=N} runs N times as
 * many. {@code -Dtrilink.minutes=N} runs seeds that nobody has tried yet, for so many minutes.
 * {@code -Dtrilink.simulation-seed} and {@code -Dtrilink.simulation-steps} run one sequence again.
 */
public final class Seeds {

  private static final int PARTS = 10;
  private static final long MINUTE = 60_000_000_000L;

  private static final int SCALE = Integer.getInteger("trilink.simulation-scale", 1);
  private static final int MINUTES = Integer.getInteger("trilink.minutes", 0);

  private final int part;

  private Seeds(int part) {
    this.part = part;
  }

  /** All parts, as the source of a parameterized test's arguments. */
  public static Stream<Seeds> parts() {
    int parts = Replay.wanted() != null ? 1 : MINUTES > 0 ? MINUTES : PARTS;
    return IntStream.range(0, parts).mapToObj(Seeds::new);
  }

  /** Whether enough runs that all that may happen should have. */
  public static boolean areMany() {
    return Replay.wanted() == null;
  }

  /**
   * Runs a simulation; fails with a report if a seed finds a failure.
   *
   * @param number of seeds in all parts, at scale 1
   * @param test that calls this
   */
  public void run(Simulator<?> simulator, int number, Class<?> test) {
    find(simulator, number)
        .ifPresent(
            failure -> {
              throw failure.report(test);
            });
  }

  private Optional<FoundFailure> find(Simulator<?> simulator, int number) {
    Replay replay = Replay.wanted();
    if (replay != null) {
      return replay.steps() == null
          ? simulator.run(replay.seed())
          : simulator.replay(replay.seed(), replay.steps());
    }
    if (MINUTES > 0) {
      long end = System.nanoTime() + MINUTE;
      long first = System.currentTimeMillis() * 1_000;
      return simulator.runAll(
          LongStream.iterate(first, seed -> System.nanoTime() < end, seed -> seed + 1));
    }
    int ofPart = (number * SCALE + PARTS - 1) / PARTS;
    return simulator.runAll(LongStream.range((long) part * ofPart, (part + 1L) * ofPart));
  }

  /**
   * Asserts that a simulation with a fault finds it, that fewer steps than were drawn show it, and
   * that they do so again.
   *
   * @param seeds are tried until one finds it
   */
  public static void assertFinds(Simulator<?> simulator, int seeds) {
    FoundFailure failure = simulator.runAll(LongStream.range(0, seeds)).orElseThrow();

    assertThat(failure.steps()).hasSizeLessThan(failure.drawn());
    assertThat(simulator.replay(failure)).hasValue(failure.message());
  }

  @Override
  public String toString() {
    return "part " + part;
  }
}
