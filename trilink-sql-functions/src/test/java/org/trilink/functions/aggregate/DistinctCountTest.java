/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.datasketches.hll.HllSketch;
import org.junit.jupiter.api.Test;

class DistinctCountTest {

  private static DistinctCount of(LongStream values) {
    DistinctCount count = new DistinctCount();
    values.forEach(count::add);
    return count;
  }

  @Test
  void nothingIsZero() {
    assertThat(new DistinctCount().estimate()).isZero();
  }

  @Test
  void smallCountsAreExact() {
    for (int size = 1; size <= 300; size++) {
      assertThat(of(LongStream.range(0, 3L * size).map(x -> x / 3)).estimate()).isEqualTo(size);
    }
  }

  /** The library's relative standard error for a union, one standard deviation. */
  @Test
  void keepsTheErrorBound() {
    double standardError = HllSketch.getRelErr(true, true, DistinctCount.LOG_REGISTERS, 1);
    assertThat(standardError).isBetween(0.0161, 0.0163);
    Random random = new Random(3);
    for (int size : new int[] {500, 2_000, 10_000, 100_000}) {
      double squares = 0;
      int rounds = 50;
      for (int round = 0; round < rounds; round++) {
        double error = of(random.longs(size)).estimate() / (double) size - 1;
        assertThat(error).isCloseTo(0, within(5 * standardError));
        squares += error * error;
      }
      assertThat(Math.sqrt(squares / rounds)).isLessThan(1.3 * standardError);
    }
  }

  @Test
  void mergesAsIfItHadSeenAll() {
    Random random = new Random(5);
    for (int size : new int[] {1, 5, 30, 300, 600, 5_000, 50_000}) {
      long[] values = random.longs(size).toArray();
      DistinctCount merged = new DistinctCount();
      int from = 0;
      while (from < size) {
        int to = Math.min(size, from + 1 + random.nextInt(size));
        DistinctCount part = of(LongStream.of(values).skip(from).limit(to - from));
        long before = part.estimate();
        merged.merge(part);
        assertThat(part.estimate()).isEqualTo(before);
        from = to;
      }
      assertThat(merged.estimate()).isEqualTo(of(LongStream.of(values)).estimate());
      merged.merge(merged);
      assertThat(merged.estimate()).isEqualTo(of(LongStream.of(values)).estimate());
      assertThat(of(LongStream.of(values).sorted()).estimate()).isEqualTo(merged.estimate());
    }
  }

  @Test
  void nanIsOneValueAndZeroHasNoSign() {
    DistinctCount count = new DistinctCount();
    count.add(Double.NaN);
    count.add(Double.longBitsToDouble(0x7ff8000000000001L));
    assertThat(count.estimate()).isEqualTo(1);
    count.add(0.0);
    count.add(-0.0);
    assertThat(count.estimate()).isEqualTo(2);
  }

  @Test
  void isTheSameBehindState() throws IOException {
    for (int size : new int[] {0, 1, 100, 1_000, 100_000}) {
      DistinctCount count = of(LongStream.range(0, size));
      count.add("a".getBytes(StandardCharsets.UTF_8));
      DistinctCount restored = Serialized.restored(AccumulatorSerializer.DISTINCT_COUNT, count);
      DistinctCount copy = AccumulatorSerializer.DISTINCT_COUNT.copy(count);
      assertThat(restored.estimate()).isEqualTo(count.estimate());
      long before = count.estimate();
      LongStream.range(size, 2L * size).forEach(restored::add);
      LongStream.range(size, 2L * size).forEach(copy::add);
      assertThat(count.estimate()).isEqualTo(before);
      assertThat(copy.estimate()).isEqualTo(restored.estimate());
      LongStream.range(size, 2L * size).forEach(count::add);
      assertThat(restored.estimate()).isEqualTo(count.estimate());
      assertThat(Serialized.bytes(AccumulatorSerializer.DISTINCT_COUNT, count).length)
          .isLessThan(5_000);
    }
  }
}
