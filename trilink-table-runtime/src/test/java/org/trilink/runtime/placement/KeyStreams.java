/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * The four distributions of the paper's figure 15, at 100,000 keys and about a million records:
 * keys are consecutive numbers or have a prefix of their district, and their numbers of records are
 * equal or follow Zipf's law with an exponent of 1.1. The number of records of a key is exact, not
 * random; their order is random, but the same in each run.
 */
final class KeyStreams {

  private static final int KEYS = 100_000;
  private static final int RECORDS = 10 * KEYS;
  private static final double EXPONENT = 1.1;
  private static final long PREFIX = 100_000;

  private KeyStreams() {}

  static List<KeyStream> all() {
    return List.of(contiguousUniform(), prefixedUniform(), contiguousZipf(), prefixedZipf());
  }

  static KeyStream contiguousUniform() {
    return new KeyStream("contiguous, uniform", shuffled(uniform(contiguous())));
  }

  static KeyStream prefixedUniform() {
    return new KeyStream("prefixed, uniform", shuffled(uniform(prefixed())));
  }

  static KeyStream contiguousZipf() {
    return new KeyStream("contiguous, Zipf", shuffled(zipf(contiguous())));
  }

  static KeyStream prefixedZipf() {
    return new KeyStream("prefixed, Zipf", shuffled(zipf(prefixed())));
  }

  private static long[] contiguous() {
    return LongStream.range(0, KEYS).toArray();
  }

  /** Districts have 10 to 1,000 keys; small districts are more frequent. */
  private static long[] prefixed() {
    Random random = new Random(15);
    long[] keys = new long[KEYS];
    long district = 0;
    int left = 0;
    for (int i = 0; i < KEYS; i++) {
      if (left == 0) {
        district++;
        left = (int) Math.pow(10, 1 + 2 * random.nextDouble());
        keys[i] = district * PREFIX;
      } else {
        keys[i] = keys[i - 1] + 1;
      }
      left--;
    }
    return keys;
  }

  private static long[] uniform(long[] keys) {
    return LongStream.of(keys).flatMap(key -> repeat(key, RECORDS / KEYS)).toArray();
  }

  private static long[] zipf(long[] keys) {
    long[] byRank = shuffled(keys);
    double sum = 0;
    for (int rank = 1; rank <= KEYS; rank++) {
      sum += Math.pow(rank, -EXPONENT);
    }
    LongStream.Builder records = LongStream.builder();
    for (int rank = 1; rank <= KEYS; rank++) {
      long count = Math.max(1, Math.round(RECORDS * Math.pow(rank, -EXPONENT) / sum));
      repeat(byRank[rank - 1], count).forEach(records);
    }
    return records.build().toArray();
  }

  private static LongStream repeat(long key, long times) {
    return LongStream.range(0, times).map(i -> key);
  }

  private static long[] shuffled(long[] values) {
    Random random = new Random(values.length);
    long[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      long value = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = value;
    }
    return shuffled;
  }
}
