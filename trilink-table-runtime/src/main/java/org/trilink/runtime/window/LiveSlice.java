package org.trilink.runtime.window;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/**
 * A key's slice while records come for it: its accumulators are in the fields of an aggregator of
 * its own, as primitives, so that adding a record makes no object. They are written to the key's
 * windows before these are looked at in any other way.
 */
final class LiveSlice {

  private static final long NONE = Long.MAX_VALUE;

  private final NamespaceAggsHandleFunction<Long> aggregator;
  private long end = NONE;

  /** Takes an aggregator that is opened, and nobody else's. */
  LiveSlice(NamespaceAggsHandleFunction<Long> aggregator) {
    this.aggregator = aggregator;
  }

  /** Whether it is the slice of that end, in ms. */
  boolean is(long sliceEnd) {
    return end == sliceEnd;
  }

  /** Becomes an open slice of a key; it must be none. */
  void begin(KeyWindows windows, int slice) throws Exception {
    aggregator.setAccumulators(windows.end(slice), windows.accumulator(slice));
    end = windows.end(slice);
  }

  void accumulate(RowData row) throws Exception {
    aggregator.accumulate(row);
  }

  /** Becomes none; the key's windows have what it held. */
  void writeBack(KeyWindows windows) throws Exception {
    if (end != NONE) {
      windows.setAccumulator(windows.find(end), aggregator.getAccumulators());
      end = NONE;
    }
  }

  /** Becomes none, and what it held is forgotten. */
  void discard() {
    end = NONE;
  }
}
