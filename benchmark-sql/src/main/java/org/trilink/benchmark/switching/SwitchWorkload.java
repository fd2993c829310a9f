/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.trilink.benchmark.run.BenchmarkWorkload;
import org.trilink.benchmark.run.CountOracle;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;

/**
 * Readings of devices, one each millisecond, whose busy ones change behind so many readings. They
 * are counted and then chosen by a digest that takes long: most of the work is behind the exchange,
 * and a record costs the same whatever waits there. The topic's partitions have equally many,
 * whichever devices are busy, so that only the placement of keys makes loads uneven.
 *
 * @param keys by phase
 * @param warmUp readings of the first phase that come before its others
 * @param phaseLength readings of a phase; the last one takes what is left
 * @param rows readings in all
 */
public record SwitchWorkload(BusyKeys keys, long warmUp, long phaseLength, long rows, long seed)
    implements BenchmarkWorkload {

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public ResultTopic resultTopic() {
    return new ResultTopic("switch_chosen", "rows");
  }

  @Override
  public Oracle<?> newOracle() {
    return CountOracle.ofEachReading(resultTopic(), row -> Digests.choose(row.get(0), row.get(1)));
  }

  /** The generator options that the input comes to. */
  public GeneratorOptions options() {
    return new GeneratorOptions(rows, keys.count(), 0, Duration.ZERO, keys.zipf(), seed);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] upTo = new double[keys.count()];
    double sum = 0;
    for (int rank = 0; rank < upTo.length; rank++) {
      sum += keys.share(rank);
      upTo[rank] = sum;
    }
    return LongStream.range(0, rows)
        .mapToObj(
            reading -> {
              int found = Arrays.binarySearch(upTo, random.nextDouble());
              int rank = Math.min(found < 0 ? -found - 1 : found, upTo.length - 1);
              int id = keys.key(phase(reading), rank);
              return "{\"id\":%d,\"ts\":%d}".formatted(id, reading).getBytes(UTF_8);
            })
        .iterator();
  }

  /**
   * Says how many readings each device has in the first phase, by the law that they are drawn by,
   * as a placement would have to know it; lines {@code id,readings}.
   */
  Stream<String> history() {
    return IntStream.range(0, keys.count())
        .mapToObj(rank -> keys.key(0, rank) + "," + Math.round(keys.share(rank) * phaseLength));
  }

  /** The phase that a reading is of, from 0. */
  int phase(long reading) {
    return (int) Math.min(Math.max(0, reading - warmUp) / phaseLength, keys.phases() - 1L);
  }
}
