package org.trilink.runtime.window;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.watermark.KeyActivity;

/**
 * All that a window aggregate keeps for one key: the key's watermark and its open slices, in one
 * state entry, so that a record costs one state access.
 *
 * <p>Slices are sorted by their end. Ends are kept boxed because Flink's generated aggregate
 * functions take them so, once for every record.
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
}
