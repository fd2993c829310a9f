/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A failure that a seed has found.
 *
 * @param seed of the beginning and, at first, of the steps
 * @param drawn the number of steps that were drawn
 * @param steps enough for the failure, if nothing fails after them
 * @param message of the failure
 * @param world the simulation at its beginning
 * @param cause the failure of these steps
 */
public record FoundFailure(
    String simulation,
    long seed,
    int drawn,
    List<String> steps,
    String message,
    String world,
    Throwable cause) {

  private static final Path FOLDER = Path.of("target", "simulations");

  /** Writes the steps into a file with which they can be taken again. */
  private Path save() {
    try {
      Files.createDirectories(FOLDER);
      return Files.write(
          FOLDER.resolve(simulation + "-" + seed + ".steps"), Replay.linesOf(seed, steps));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Everything that is needed to understand the failure and to see it again.
   *
   * @param test that runs the simulation
   */
  AssertionError report(Class<?> test) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, seed %d: %s%n  %s%n%d of %d steps are enough:%n"
            .formatted(simulation, seed, message, world, steps.size(), drawn));
    IntStream.range(0, steps.size())
        .forEach(i -> text.append("  %d. %s%n".formatted(i + 1, steps.get(i))));
    String command =
        "mvn verify -pl trilink-table-runtime -am -Dsurefire.failIfNoSpecifiedTests=false"
            + " -Dtest="
            + test.getSimpleName();
    text.append("The seed again:        %s -D%s=%d%n".formatted(command, Replay.SEED, seed));
    text.append("Only these steps again: %s -D%s=%s".formatted(command, Replay.STEPS, save()));
    return new AssertionError(text.toString(), cause);
  }
}
