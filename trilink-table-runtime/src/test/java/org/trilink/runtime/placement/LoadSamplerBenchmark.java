/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.trilink.runtime.move.balance.LoadSampler;
import org.trilink.runtime.move.balance.RecordCounts;

/**
 * The cost of sampling per record is the difference to a rate of 0, at which a key is only created
 * and hashed, as in every placing operator.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args=LoadSampler
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LoadSamplerBenchmark {

  private static final int PARALLELISM = 8;
  private static final int MAX_PARALLELISM = 720;
  private static final int RECORDS = 1 << 20;
  private static final int KEYS = 100_000;

  @Param({"0", "0.01", "0.1", "1"})
  public double rate;

  /** The exponent of Zipf's law; with 0 all keys have the same number of records. */
  @Param({"0", "1.1"})
  public double exponent;

  private final BalanceTable.BigintKey bigint = new BalanceTable.BigintKey();
  private long[] keys;
  private int next;
  private LoadSampler sampler;

  @Setup
  public void open() {
    keys = keys();
    if (rate > 0) {
      sampler =
          new LoadSampler(
              rate,
              CandidateStrategies.of(Keys.BIGINT, MAX_PARALLELISM, PARALLELISM, null),
              PARALLELISM,
              1);
    }
  }

  /** Each record's key, drawn at random. */
  private long[] keys() {
    double[] cumulative = new double[KEYS];
    double sum = 0;
    for (int rank = 0; rank < KEYS; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      cumulative[rank] = sum;
    }
    Random random = new Random(1);
    long[] drawn = new long[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      int rank = Arrays.binarySearch(cumulative, random.nextDouble() * sum);
      drawn[i] = rank < 0 ? -rank - 1 : rank;
    }
    return drawn;
  }

  /** About as often as a subtask reports. */
  @TearDown(Level.Iteration)
  public void report() {
    if (sampler != null) {
      sampler.take(RecordCounts.NONE, key -> 0, (key, base) -> base);
    }
  }

  @Benchmark
  public int record() {
    next = (next + 1) & (RECORDS - 1);
    BinaryRowData key = bigint.of(keys[next]);
    int hash = key.hashCode();
    if (sampler != null) {
      sampler.record(key, hash);
    }
    return hash;
  }
}
