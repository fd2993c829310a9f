package org.trilink.runtime.placement;

import java.util.Arrays;
import java.util.function.LongToIntFunction;

/** The records of a stream, by their keys. */
final class KeyStream {

  private final String name;
  private final long[] records;

  /**
   * @param records the key of each record, in their order; not copied
   */
  KeyStream(String name, long[] records) {
    this.name = name;
    this.records = records;
  }

  /** The key of each record; not to be changed. */
  long[] records() {
    return records;
  }

  /** Records of the subtask that has the fewest per record of the one that has the most. */
  double balance(LongToIntFunction subtaskOf, int parallelism) {
    long[] counts = new long[parallelism];
    for (long key : records) {
      counts[subtaskOf.applyAsInt(key)]++;
    }
    double least = Arrays.stream(counts).min().orElseThrow();
    double most = Arrays.stream(counts).max().orElseThrow();
    return least / most;
  }

  /** The balance that no placement exceeds, as the records of the heaviest key stay together. */
  double bestBalance(int parallelism) {
    double heaviest = heaviestKey();
    double others = (records.length - heaviest) / (parallelism - 1);
    return Math.min(1, others / heaviest);
  }

  private long heaviestKey() {
    long[] sorted = records.clone();
    Arrays.sort(sorted);
    long most = 0;
    int first = 0;
    for (int i = 0; i < sorted.length; i++) {
      first = sorted[i] == sorted[first] ? first : i;
      most = Math.max(most, i - first + 1);
    }
    return most;
  }

  @Override
  public String toString() {
    return name;
  }
}
