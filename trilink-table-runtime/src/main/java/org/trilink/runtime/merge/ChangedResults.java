/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.RunProgress;
import org.trilink.runtime.merge.store.StagedArea;

/**
 * Emits the new results of changed keys, for a GROUP BY without windows. Each key's results are in
 * the order of its versions.
 */
final class ChangedResults implements MergeResults {

  private final MergeStore store;
  private final MergeRows rows;
  private final BucketPositions positions;
  private final ResultOutput output;

  /**
   * Creates them.
   *
   * @param positions the last version of each bucket that was emitted
   */
  ChangedResults(MergeStore store, MergeRows rows, BucketPositions positions, ResultOutput output) {
    this.store = store;
    this.rows = rows;
    this.positions = positions;
    this.output = output;
  }

  @Override
  public BucketPositions positions() {
    return positions;
  }

  @Override
  public void poll() {
    if (positions.range().isEmpty()) {
      return;
    }
    store.changes(
        positions.range(),
        positions.byBucket(),
        (bucket, key, accumulator, version) -> {
          output.emit(rows.key(key), accumulator, Increment.NO_WINDOW);
          positions.advance(bucket, version);
        });
  }

  /** Changes are emitted as they arrive, regardless of the subtasks' progress. */
  @Override
  public void emit(RunProgress progress) {
    poll();
  }

  /** Removes nothing: every key may change again. */
  @Override
  public void drop(long position) {
    // stays
  }

  @Override
  public void emitSealed(List<StagedArea> staged) {
    BucketRange range = positions.range();
    if (range.isEmpty()) {
      return;
    }
    emitSealed(
        new StagedIncrements(store, staged, rows)
            .read(range)
            .getOrDefault(Increment.NO_WINDOW, new HashMap<>()));
  }

  private void emitSealed(Map<BinaryRowData, byte[]> left) {
    Map<BinaryRowData, byte[]> all = new HashMap<>(left);
    // a key that is only in the store may have changed since it was emitted; the other keys have
    long[] fromTheStart = new long[MergeStore.BUCKETS];
    Map<Integer, Long> versions = new TreeMap<>();
    store.changes(
        positions.range(),
        left.isEmpty() ? positions.byBucket().clone() : fromTheStart,
        (bucket, keyBytes, accumulator, version) -> {
          BinaryRowData key = rows.key(keyBytes);
          if (left.containsKey(key)) {
            all.put(key, rows.combiner().combine(accumulator, left.get(key)));
          } else if (version > positions.of(bucket)) {
            all.put(key, accumulator);
          }
          versions.merge(bucket, version, Math::max);
        });
    all.forEach((key, accumulator) -> output.emit(key, accumulator, Increment.NO_WINDOW));
    versions.forEach(positions::advance);
  }
}
