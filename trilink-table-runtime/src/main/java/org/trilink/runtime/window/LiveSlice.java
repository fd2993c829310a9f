package org.trilink.runtime.window;

import javax.annotation.Nullable;
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

  /** The key's; null if it is no slice. */
  @Nullable private KeyWindows windows;

  /** Takes an aggregator that is opened, and nobody else's. */
  LiveSlice(NamespaceAggsHandleFunction<Long> aggregator) {
    this.aggregator = aggregator;
  }

  /** Whether it is the slice of that end, in ms. */
  boolean is(long sliceEnd) {
    return end == sliceEnd;
  }

  /** Becomes an open slice of a key; it must be none. */
  void begin(KeyWindows ofKey, int slice) throws Exception {
    aggregator.setAccumulators(ofKey.end(slice), ofKey.accumulator(slice));
    end = ofKey.end(slice);
    windows = ofKey;
  }

  void accumulate(RowData row) throws Exception {
    aggregator.accumulate(row);
  }

  /** Becomes none; the key's windows have what it held. */
  void writeBack() throws Exception {
    if (windows != null) {
      windows.setAccumulator(windows.find(end), aggregator.getAccumulators());
      discard();
    }
  }

  /** Becomes none, and what it held is forgotten. */
  void discard() {
    end = NONE;
    windows = null;
  }
}
