/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.List;
import org.apache.flink.configuration.Configuration;

/** A heap of its own for operators under test, and other operators on that of this process. */
public final class TestHeap {

  /** No collector is watched, and there is no old generation. */
  static final HeapPressure NO_PRESSURE = new HeapPressure(List.of(), null);

  private final HeapBudget budget;

  public TestHeap(long bytes) {
    budget = new HeapBudget(bytes, HeapBudget.FRACTION.defaultValue(), NO_PRESSURE);
  }

  /** The memory of one more operator. */
  public OperatorMemory share() {
    return OperatorMemory.shareOf(budget, Long.MAX_VALUE);
  }

  /** Operators that have no more to do than to take as much of this process's heap as others. */
  public static final class Others implements AutoCloseable {

    private final int count;

    /** Creates operators, or none for a count of less than one. */
    public Others(long count) {
      this.count = Math.toIntExact(count);
      for (int i = 0; i < this.count; i++) {
        HeapBudget.ofProcess(new Configuration()).take();
      }
    }

    @Override
    public void close() {
      for (int i = 0; i < count; i++) {
        HeapBudget.ofProcess(new Configuration()).release();
      }
    }
  }
}
