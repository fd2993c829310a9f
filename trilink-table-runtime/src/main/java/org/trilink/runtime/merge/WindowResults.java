/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.RunProgress;
import org.trilink.runtime.merge.store.StagedArea;

/**
 * Emits each window once, when it is final. Windows are emitted in order, followed by the
 * watermark.
 */
final class WindowResults implements MergeResults {

  private final MergeStore store;
  private final InputProgress input;
  private final MergeWindows windows;
  private final MergeRows rows;
  private final BucketPositions positions;
  private final ResultOutput output;
  private final boolean dropsEmitted;

  /**
   * Creates them.
   *
   * @param input the progress of this subtask's input
   * @param positions the end in ms of the last window of each bucket that was emitted
   * @param dropsEmitted whether windows are removed from the store as soon as they were emitted;
   *     with checkpoints they are needed until a checkpoint that includes the new position is
   *     complete
   */
  WindowResults(
      MergeStore store,
      InputProgress input,
      MergeWindows windows,
      MergeRows rows,
      BucketPositions positions,
      ResultOutput output,
      boolean dropsEmitted) {
    this.store = store;
    this.input = input;
    this.windows = windows;
    this.rows = rows;
    this.positions = positions;
    this.output = output;
    this.dropsEmitted = dropsEmitted;
  }

  @Override
  public BucketPositions positions() {
    return positions;
  }

  @Override
  public void poll() {
    emit(input.ofAll());
  }

  @Override
  public void emit(RunProgress progress) {
    long bound = progress.bound();
    if (bound > output.watermark()) {
      emitEnded(bound);
      if (dropsEmitted) {
        drop(positions.least());
      }
      output.forward(bound);
    }
  }

  /** Emits the windows that end at or before a bound in ms that all subtasks have passed. */
  private void emitEnded(long bound) {
    BucketRange range = positions.range();
    if (range.isEmpty()) {
      return;
    }
    NavigableSet<Long> found = store.windows(range, positions.least(), windows.latestEnded(bound));
    for (long window : found) {
      if (!windows.isEnded(window, bound)) {
        return;
      }
      store.read(
          range,
          window,
          (bucket, key, accumulator, version) -> {
            if (positions.of(bucket) < window) {
              output.emit(rows.key(key), accumulator, window);
            }
          });
      positions.advanceAll(window);
    }
  }

  @Override
  public void drop(long position) {
    if (position != Long.MIN_VALUE && !positions.range().isEmpty()) {
      store.dropWindows(positions.range(), position);
    }
  }

  @Override
  public void emitSealed(List<StagedArea> staged) {
    BucketRange range = positions.range();
    if (range.isEmpty()) {
      return;
    }
    NavigableMap<Long, Map<BinaryRowData, byte[]>> left =
        new StagedIncrements(store, staged, rows).read(range);
    NavigableSet<Long> all = new TreeSet<>(left.keySet());
    all.addAll(store.windows(range, positions.least(), Long.MAX_VALUE));
    for (long window : all) {
      emitSealed(window, left.getOrDefault(window, new HashMap<>()));
    }
  }

  /** Emits a window, of which a part is in the store and a part was staged. */
  private void emitSealed(long window, Map<BinaryRowData, byte[]> staged) {
    store.read(
        positions.range(),
        window,
        (bucket, key, accumulator, version) ->
            staged.merge(rows.key(key), accumulator, rows.combiner()::combine));
    staged.forEach(
        (key, accumulator) -> {
          if (positions.of(MergeRows.bucket(key)) < window) {
            output.emit(key, accumulator, window);
          }
        });
    positions.advanceAll(window);
  }
}
