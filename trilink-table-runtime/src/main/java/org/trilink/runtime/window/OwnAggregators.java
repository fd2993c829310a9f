package org.trilink.runtime.window;

import java.util.ArrayDeque;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/**
 * Aggregators for keys to have one each, as many as memory allows. Those of keys that are gone are
 * used again.
 */
final class OwnAggregators {

  /** With its fields, by estimate. */
  static final int BYTES = 160;

  @Nullable private final Supplier<NamespaceAggsHandleFunction<Long>> factory;
  private final ArrayDeque<NamespaceAggsHandleFunction<Long>> free = new ArrayDeque<>();
  private long left;

  /**
   * @param factory makes and opens one; null if keys cannot have one each
   * @param memory that they may take, in bytes
   */
  OwnAggregators(@Nullable Supplier<NamespaceAggsHandleFunction<Long>> factory, long memory) {
    this.factory = factory;
    this.left = memory / BYTES;
  }

  /** Gives a key one, if there is one. */
  void giveTo(KeyWindows windows) {
    if (windows.aggregator() == null) {
      windows.setAggregator(next());
    }
  }

  @Nullable
  private NamespaceAggsHandleFunction<Long> next() {
    if (!free.isEmpty()) {
      return free.pop();
    }
    if (factory == null || left == 0) {
      return null;
    }
    left--;
    return factory.get();
  }

  /** Takes back what a key had, if it had one; what is in it is forgotten. */
  void takeFrom(KeyWindows windows) {
    if (windows.aggregator() != null) {
      free.push(windows.aggregator());
      windows.setAggregator(null);
    }
  }
}
