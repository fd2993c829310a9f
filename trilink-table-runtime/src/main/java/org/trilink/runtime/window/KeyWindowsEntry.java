/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.state.ObjectSize;
import org.trilink.runtime.watermark.KeyProgress;
import org.trilink.runtime.watermark.WatermarkGroup;

/**
 * The state of a key of a window aggregate as it is in checkpoints: the key's watermark and its
 * open slices. It is one state entry, so that a record costs one state access. Slices are sorted by
 * their end; how their accumulators are kept depends on the types ({@link WordKeyWindows}, {@link
 * RowKeyWindows}).
 */
abstract class KeyWindowsEntry extends KeyProgress {

  /** No window is waiting to be fired. */
  static final long NONE = NOTHING_DUE;

  /** Max event time of the key's records less the delay, in ms; not used if keys share it. */
  long watermark = Long.MIN_VALUE;

  /**
   * End of the earliest window that has not been fired, in ms, or {@link #NONE}. It is fired when
   * the watermark reaches {@link #nextFireTime}.
   */
  long nextWindowEnd = NONE;

  // -------------------------------------------------------------------------------- progress

  @Override
  public final long watermark() {
    return watermark;
  }

  @Override
  public final long latest() {
    return watermark;
  }

  @Override
  public final void moveTo(WatermarkGroup<?> group) {
    group.advance(1, watermark);
    watermark = Long.MIN_VALUE;
  }

  // ------------------------------------------------------------------------------- the slices

  /** How many slices are open. */
  abstract int size();

  /** End of a slice, in ms. */
  abstract long end(int index);

  /**
   * The accumulators of a slice; valid until the slices are changed, also while those of other
   * slices are read: an aggregate function may read them only when it needs them.
   */
  abstract RowData accumulators(int index);

  /**
   * The accumulators of a slice, as they are read for each record: in an object that all slices of
   * all keys may share, valid until this is called again.
   */
  RowData soleAccumulators(int index) {
    return accumulators(index);
  }

  /** Sets a slice's end, in ms; the order of the slices must not change by that. */
  abstract void setEnd(int index, long end);

  /** Whether the rows of accumulators are kept, not copied. */
  abstract boolean keepsRows();

  /** Sets a slice's accumulators to those of the row; see {@link #keepsRows}. */
  abstract void setAccumulators(int index, RowData accumulators);

  /**
   * Opens a slice at the insertion point that {@link #find} returned, and sets its accumulators as
   * {@link #setAccumulators} does.
   */
  abstract void insert(int index, long end, RowData accumulators);

  /** Closes a slice. */
  abstract void remove(int index);

  /**
   * The estimated memory of the slices, in bytes, without this object itself; {@link
   * ObjectSize#UNKNOWN} if only an aggregate function knows how much its accumulators take.
   */
  abstract long bytes();

  final boolean isEmpty() {
    return size() == 0;
  }

  /** Position of the slice, or {@code -(insertion point) - 1} if there is none. */
  final int find(long end) {
    int size = size();
    int last = size - 1;
    // nearly always the record belongs to the latest slice, or opens one behind it
    if (last < 0 || end(last) < end) {
      return -size - 1;
    }
    if (end(last) == end) {
      return last;
    }
    int low = 0;
    int high = last - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long candidate = end(middle);
      if (candidate < end) {
        low = middle + 1;
      } else if (candidate > end) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low - 1;
  }

  // -------------------------------------------------------------------------- copies and bytes

  /**
   * A copy of the state alone, without the fields of {@link KeyWindows} that are not part of it.
   * Changes of the copy do not show in the original, nor the other way round.
   *
   * @param serializer of accumulators
   */
  final KeyWindows copy(TypeSerializer<RowData> serializer) {
    KeyWindows copy = copySlices(serializer);
    copy.watermark = watermark;
    copy.fired = fired;
    copy.nextWindowEnd = nextWindowEnd;
    copy.nextFireTime = nextFireTime;
    copy.cleanupTimer = cleanupTimer;
    copy.activity = activity == null ? null : activity.copy();
    return copy;
  }

  abstract KeyWindows copySlices(TypeSerializer<RowData> serializer);

  /** Writes each slice's end, and its accumulators as their serializer does. */
  abstract void writeSlices(TypeSerializer<RowData> serializer, DataOutputView target)
      throws IOException;

  /** Replaces the slices by {@code count} slices that {@link #writeSlices} has written. */
  abstract void readSlices(int count, TypeSerializer<RowData> serializer, DataInputView source)
      throws IOException;
}
