/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.move.balance.LoadReport.SampledKey;

/**
 * Samples a placing subtask's records at random. Until the next report it keeps the frequent keys
 * among the samples, and where other strategies would have placed the samples.
 */
public final class LoadSampler {

  /** The maximum number of keys in a report. */
  static final int MAX_KEYS = 128;

  /** The maximum size of all keys in a report. */
  static final int MAX_KEY_BYTES = 4096;

  /**
   * The first samples of a report are all evaluated for all strategies, so that there are enough
   * even if few records come.
   */
  static final int ALL_EVALUATED = 256;

  /**
   * Only one in this many of the other samples is evaluated, as that takes as long as all the rest.
   */
  private static final int SAMPLES_PER_TALLY = 8;

  private final FrequentKeys frequentKeys = new FrequentKeys();
  private final String[] strategies;
  private final KeyToSubtask[] subtasks;

  /** By strategy and subtask. */
  private final int[][] tallies;

  private final long seed;
  private SampleDistances distances;

  /** The number of records before the next sample. */
  private int toSkip;

  /** The number of samples since the last report. */
  private int samples;

  private int toNextTally;

  /**
   * Creates a sampler with a rate, see {@link #setRate}.
   *
   * @param strategies that keys might be placed by, under the names that predictions are to have
   * @param parallelism of the operator behind the exchange
   * @param seed of the draws; it should differ between subtasks
   */
  public LoadSampler(
      double rate, Map<String, KeyToSubtask> strategies, int parallelism, long seed) {
    this.strategies = strategies.keySet().toArray(new String[0]);
    subtasks = strategies.values().toArray(new KeyToSubtask[0]);
    tallies = new int[subtasks.length][parallelism];
    this.seed = seed;
    setRate(rate);
  }

  /**
   * Changes the rate. What has been sampled since the last report is dropped, as it was at another
   * rate.
   *
   * @param rate the share of the records that become samples, greater than 0, up to 1
   * @throws IllegalArgumentException if it is not
   */
  public void setRate(double rate) {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "The sample rate must be greater than 0 and not above 1, but is " + rate + ".");
    }
    distances = new SampleDistances(rate, seed);
    toSkip = distances.next();
    clear();
  }

  /**
   * Adds a record.
   *
   * @param key of the record, in one segment; it may be reused
   * @param hash of the key
   */
  public void record(BinaryRowData key, int hash) {
    if (--toSkip < 0) {
      sample(key, hash);
    }
  }

  private void sample(BinaryRowData key, int hash) {
    toSkip = distances.next();
    frequentKeys.add(key, hash);
    samples++;
    if (samples <= ALL_EVALUATED || --toNextTally < 0) {
      toNextTally = SAMPLES_PER_TALLY - 1;
      for (int i = 0; i < subtasks.length; i++) {
        tallies[i][subtasks[i].subtask(key, hash)]++;
      }
    }
  }

  /**
   * Reports what was sampled since the last report, and starts over.
   *
   * @param counts of all records since then
   * @param bases where the query's strategy puts a key, regardless of moves; less than 0 to leave
   *     the key out
   * @param moves where a key is now
   */
  public LoadReport take(
      RecordCounts counts, ToIntFunction<BinaryRowData> bases, KeyGroupNow moves) {
    List<SampledKey> keys = new ArrayList<>();
    int[] bytes = {0};
    frequentKeys.forEach(
        (key, samples) -> {
          int base = bases.applyAsInt(key);
          if (base >= 0 && bytes[0] + key.getSizeInBytes() <= MAX_KEY_BYTES) {
            bytes[0] += key.getSizeInBytes();
            double records = samples * distances.recordsPerSample();
            keys.add(new SampledKey(key, moves.keyGroup(key, base), base, records));
          }
          return keys.size() < MAX_KEYS;
        });
    int[][] talliesNow = Arrays.stream(tallies).map(int[]::clone).toArray(int[][]::new);
    clear();
    return new LoadReport(counts, keys, strategies, talliesNow);
  }

  /** Where keys are now. */
  public interface KeyGroupNow {

    /**
     * The key group of a key.
     *
     * @param base where the query's strategy puts it
     */
    int keyGroup(BinaryRowData key, int base);
  }

  private void clear() {
    samples = 0;
    frequentKeys.clear();
    for (int[] tally : tallies) {
      Arrays.fill(tally, 0);
    }
  }
}
