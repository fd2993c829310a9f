package org.trilink.runtime.window;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.trilink.runtime.watermark.KeyActivity;

/**
 * All that a window aggregate keeps for one key: the key's watermark and its open slices, in one
 * state entry, so that a record costs one state access.
 *
 * <p>Slices are sorted by their end. Ends are kept boxed because Flink's generated aggregate
 * functions take them so.
 *
 * <p>A key may have an aggregator of its own. Then the slice for which records come is live: its
 * accumulators are in the aggregator's fields, as primitives, so that adding a record makes no
 * object. They are {@link #writeBack written back} before the slices are looked at in any other
 * way.
 */
final class KeyWindows {

  /** No window is waiting to be fired. */
  static final long NONE = Long.MAX_VALUE;

  private static final Long[] NO_ENDS = {};
  private static final RowData[] NO_ACCUMULATORS = {};

  /** Max event time of the key's records less the delay, in ms; not used if keys share it. */
  long watermark = Long.MIN_VALUE;

  /** End of the earliest window that has not been fired, in ms, or {@link #NONE}. */
  long nextWindowEnd = NONE;

  /** The watermark in ms at which {@link #nextWindowEnd} is fired, or {@link #NONE}. */
  long nextFireTime = NONE;

  /** Time in ms of the key's one registered timer. */
  long timer = NONE;

  /** Null unless there is an idle timeout. */
  @Nullable KeyActivity activity;

  private int size;
  private Long[] ends;
  private RowData[] accumulators;

  // ---- of the object in memory, no part of the state

  /** As the backend knows it; null unless this was found by a record. */
  @Nullable RowData key;

  int keyGroup;

  /** How many snapshots had been taken when the backend gave this; see the heap's state. */
  int snapshots;

  /** Null if the key has none of its own. */
  @Nullable private NamespaceAggsHandleFunction<Long> aggregator;

  /** End of the live slice in ms, or {@link #NONE}. */
  private long liveEnd = NONE;

  KeyWindows() {
    this(NO_ENDS, NO_ACCUMULATORS);
  }

  /** Takes over both arrays, which are full and sorted by end. */
  KeyWindows(Long[] ends, RowData[] accumulators) {
    this.size = ends.length;
    this.ends = ends;
    this.accumulators = accumulators;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  Long end(int index) {
    return ends[index];
  }

  /** Null for a slice that was opened but not yet set. */
  RowData accumulator(int index) {
    return accumulators[index];
  }

  void setAccumulator(int index, RowData accumulator) {
    accumulators[index] = accumulator;
  }

  /** Position of the slice, or {@code -(insertion point) - 1} if there is none. */
  int find(long end) {
    int last = size - 1;
    // nearly always the record belongs to the latest slice, or opens one behind it
    if (last < 0 || ends[last] < end) {
      return -size - 1;
    }
    if (ends[last] == end) {
      return last;
    }
    int low = 0;
    int high = last - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long candidate = ends[middle];
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

  /** Opens a slice without accumulator at the insertion point that {@link #find} gave. */
  void insert(int index, long end) {
    if (size == ends.length) {
      int capacity = size == 0 ? 2 : 2 * size;
      ends = Arrays.copyOf(ends, capacity);
      accumulators = Arrays.copyOf(accumulators, capacity);
    }
    System.arraycopy(ends, index, ends, index + 1, size - index);
    System.arraycopy(accumulators, index, accumulators, index + 1, size - index);
    ends[index] = end;
    accumulators[index] = null;
    size++;
  }

  void remove(int index) {
    size--;
    System.arraycopy(ends, index + 1, ends, index, size - index);
    System.arraycopy(accumulators, index + 1, accumulators, index, size - index);
    ends[size] = null;
    accumulators[size] = null;
  }

  // ------------------------------------------------------------------------- the live slice

  /**
   * No slice is live any more, and what it held is forgotten.
   *
   * @param ownAggregator for the key; null for none
   */
  void setAggregator(@Nullable NamespaceAggsHandleFunction<Long> ownAggregator) {
    aggregator = ownAggregator;
    liveEnd = NONE;
  }

  /** Null if the key has none of its own. */
  @Nullable
  NamespaceAggsHandleFunction<Long> aggregator() {
    return aggregator;
  }

  /** Whether the slice of that end, in ms, is the live one. */
  boolean isLive(long sliceEnd) {
    return liveEnd == sliceEnd;
  }

  /** Adds a record to the live slice. */
  void accumulate(RowData row) throws Exception {
    aggregator.accumulate(row);
  }

  /** The slice of that end, in ms, goes live, if it is open and the key has an aggregator. */
  void begin(long sliceEnd) throws Exception {
    int index = aggregator == null ? -1 : find(sliceEnd);
    if (index >= 0) {
      aggregator.setAccumulators(ends[index], accumulators[index]);
      liveEnd = sliceEnd;
    }
  }

  /** No slice is live any more; the slices have what it held. */
  void writeBack() throws Exception {
    if (liveEnd != NONE) {
      accumulators[find(liveEnd)] = aggregator.getAccumulators();
      liveEnd = NONE;
    }
  }
}
