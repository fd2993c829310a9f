/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.annotation.Nullable;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.MergeStore;

/**
 * Makes chunks of increments, each to be added to the store in one step. Increments of a bucket are
 * together, and not all subtasks begin with the same bucket.
 */
final class IncrementChunks {

  private static final int MAX_INCREMENTS = 1_000;
  private static final int MAX_BYTES = 1 << 20;

  private final MergeRows rows;
  @Nullable private final SlicesToWindows windows;
  private final int firstBucket;

  /**
   * Creates it.
   *
   * @param windows null for an unbounded GROUP BY
   * @param firstBucket the one to begin with
   */
  IncrementChunks(MergeRows rows, @Nullable SlicesToWindows windows, int firstBucket) {
    this.rows = rows;
    this.windows = windows;
    this.firstBucket = firstBucket;
  }

  /** Takes all increments out. */
  List<List<Increment>> take(IncrementMap increments) throws Exception {
    List<Increment> all = new ArrayList<>();
    if (windows == null) {
      increments.drain(
          (slice, key, accumulator) ->
              all.add(rows.increment(MergeRows.bucket(key), slice, key, accumulator)));
    } else {
      windows.take(increments, all);
    }
    all.sort(
        Comparator.comparingInt(
            increment -> Math.floorMod(increment.bucket() - firstBucket, MergeStore.BUCKETS)));
    return split(all);
  }

  private static List<List<Increment>> split(List<Increment> all) {
    List<List<Increment>> chunks = new ArrayList<>();
    List<Increment> chunk = new ArrayList<>();
    long bytes = 0;
    for (Increment increment : all) {
      if (chunk.size() >= MAX_INCREMENTS || bytes >= MAX_BYTES) {
        chunks.add(chunk);
        chunk = new ArrayList<>();
        bytes = 0;
      }
      chunk.add(increment);
      bytes += increment.key().length + increment.accumulator().length;
    }
    if (!chunk.isEmpty()) {
      chunks.add(chunk);
    }
    return chunks;
  }
}
