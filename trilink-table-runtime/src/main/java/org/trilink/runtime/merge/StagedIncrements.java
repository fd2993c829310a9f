/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.StagedArea;

/**
 * The increments that the subtasks staged at the end of their input. They are part of the result
 * once the run is sealed.
 */
final class StagedIncrements {

  private final MergeStore store;
  private final List<StagedArea> areas;
  private final MergeRows rows;

  StagedIncrements(MergeStore store, List<StagedArea> areas, MergeRows rows) {
    this.store = store;
    this.areas = areas;
    this.rows = rows;
  }

  /** The merged increments of all subtasks, by window and key. */
  NavigableMap<Long, Map<BinaryRowData, byte[]>> read(BucketRange range) {
    NavigableMap<Long, Map<BinaryRowData, byte[]>> windows = new TreeMap<>();
    for (StagedArea area : areas) {
      for (int index = 0; index < area.size(); index++) {
        for (Increment increment : IncrementCodec.read(store.staged(area.name(), index))) {
          if (range.contains(increment.bucket())) {
            windows
                .computeIfAbsent(increment.window(), window -> new HashMap<>())
                .merge(
                    rows.key(increment.key()), increment.accumulator(), rows.combiner()::combine);
          }
        }
      }
    }
    return windows;
  }
}
