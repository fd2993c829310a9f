/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.SplittableRandom;
import org.trilink.launcher.local.CommandFailure;

/**
 * Readings of devices, one each millisecond, whose busy ones change behind so many readings.
 *
 * @param keys by phase
 * @param warmUp readings of the first phase that come before its others
 * @param phaseLength readings of a phase; the last one takes what is left
 * @param rows readings in all
 */
public record SwitchInput(BusyKeys keys, long warmUp, long phaseLength, long rows, long seed) {

  /** JSON lines. */
  Iterator<byte[]> lines() {
    SplittableRandom random = new SplittableRandom(seed);
    double[] upTo = new double[keys.count()];
    double sum = 0;
    for (int rank = 0; rank < upTo.length; rank++) {
      sum += keys.share(rank);
      upTo[rank] = sum;
    }
    return new Iterator<>() {
      private long reading;

      @Override
      public boolean hasNext() {
        return reading < rows;
      }

      @Override
      public byte[] next() {
        int found = Arrays.binarySearch(upTo, random.nextDouble());
        int rank = Math.min(found < 0 ? -found - 1 : found, upTo.length - 1);
        int id = keys.key(phase(reading), rank);
        return "{\"id\":%d,\"ts\":%d}".formatted(id, reading++).getBytes(UTF_8);
      }
    };
  }

  /**
   * Writes what a placement would have to know: how many readings each device has in the first
   * phase, by the law that they are drawn by.
   *
   * @param file of lines {@code id,readings}
   */
  public void writeHistory(Path file) {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int rank = 0; rank < keys.count(); rank++) {
        out.write(keys.key(0, rank) + "," + Math.round(keys.share(rank) * phaseLength) + "\n");
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot write " + file, e);
    }
  }

  /** The phase that a reading is of, from 0. */
  int phase(long reading) {
    return (int) Math.min(Math.max(0, reading - warmUp) / phaseLength, keys.phases() - 1L);
  }
}
