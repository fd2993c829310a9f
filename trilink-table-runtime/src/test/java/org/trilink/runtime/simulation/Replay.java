/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A sequence that is to be run again, as the system properties say.
 *
 * @param steps null for those of the seed
 */
record Replay(long seed, List<String> steps) {

  /** The seed to run again. */
  static final String SEED = "trilink.simulation-seed";

  /** The file with the steps to take again, relative to the module. */
  static final String STEPS = "trilink.simulation-steps";

  private static final String FIRST_LINE = "seed ";

  /** Returns the sequence that the system properties name; null if nothing is to be run again. */
  static Replay wanted() {
    String file = System.getProperty(STEPS);
    if (file != null) {
      return read(Path.of(file));
    }
    Long seed = Long.getLong(SEED);
    return seed == null ? null : new Replay(seed, null);
  }

  static List<String> linesOf(long seed, List<String> steps) {
    List<String> lines = new ArrayList<>();
    lines.add(FIRST_LINE + seed);
    lines.addAll(steps);
    return lines;
  }

  private static Replay read(Path file) {
    try {
      return of(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException("The steps to take again cannot be read.", e);
    }
  }

  static Replay of(List<String> lines) {
    OptionalLong seed =
        lines.isEmpty() || !lines.get(0).startsWith(FIRST_LINE)
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseLong(lines.get(0).substring(FIRST_LINE.length())));
    return new Replay(
        seed.orElseThrow(
            () -> new IllegalArgumentException("The first line must be 'seed' with a number.")),
        lines.subList(1, lines.size()));
  }
}
