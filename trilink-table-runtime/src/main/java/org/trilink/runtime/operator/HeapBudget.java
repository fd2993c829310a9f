/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * The limit of what all operators of a process together hold on the heap besides their state:
 * caches in front of a state backend, aggregators of single keys, rows of local merges. Each
 * operator has an equal share, which changes as others start and end. While the heap is short, all
 * have less ({@link HeapPressure}).
 */
final class HeapBudget {

  /** The part of the heap that Flink and the job's functions need themselves, in bytes. */
  private static final long OF_OTHERS = 64L << 20;

  /** The part of the rest, in a TaskManager's configuration. */
  static final ConfigOption<Double> FRACTION =
      ConfigOptions.key("trilink.heap-budget.fraction")
          .doubleType()
          .defaultValue(0.4)
          .withDescription(
              "Of a TaskManager's heap above 64 MB, the part that Trilink's operators may hold"
                  + " besides their state. A garbage collector has little to do only if about half"
                  + " of the heap is free.");

  /** The budget is lowered and raised in 64ths, the last of which stays. */
  private static final int ALL = 64;

  /** Static, because the operators of a process have no common context. Null before the first. */
  @GuardedBy("HeapBudget.class")
  @Nullable
  private static HeapBudget ofProcess;

  private final long most;
  private final HeapPressure pressure;

  @GuardedBy("this")
  private int sharers;

  @GuardedBy("this")
  private int allowed = ALL;

  private volatile long share;

  /**
   * @param heap the maximum size of the heap, in bytes
   * @param fraction as {@link #FRACTION}
   * @param pressure tells when the heap is short
   * @throws IllegalArgumentException if the fraction is not between 0 and 1
   */
  HeapBudget(long heap, double fraction, HeapPressure pressure) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          String.format(
              "'%s' is %s, but must be between 0 and 1; the default is %s.",
              FRACTION.key(), fraction, FRACTION.defaultValue()));
    }
    most = (long) (Math.max(0, heap - OF_OTHERS) * fraction);
    this.pressure = pressure;
    share = most;
  }

  /**
   * The budget of this process.
   *
   * @param taskManager its configuration, which is read once
   * @throws IllegalArgumentException if {@link #FRACTION} is not between 0 and 1
   */
  static synchronized HeapBudget ofProcess(ReadableConfig taskManager) {
    if (ofProcess == null) {
      ofProcess =
          new HeapBudget(
              Runtime.getRuntime().maxMemory(),
              taskManager.get(FRACTION),
              HeapPressure.ofProcess());
    }
    return ofProcess;
  }

  /** An operator takes a share. */
  synchronized void take() {
    if (sharers++ == 0) {
      pressure.watch(this);
    }
    divide();
  }

  /** An operator gives its share back. */
  synchronized void release() {
    if (--sharers == 0) {
      pressure.ignore();
      allowed = ALL;
    }
    divide();
  }

  /** The heap is short: halves the budget. */
  synchronized void lower() {
    allowed = Math.max(1, allowed / 2);
    divide();
  }

  /** The heap has much room: raises the budget by a step, up to what it was at first. */
  synchronized void raise() {
    allowed = Math.min(ALL, allowed + 1);
    divide();
  }

  @GuardedBy("this")
  private void divide() {
    share = most / ALL * allowed / Math.max(1, sharers);
  }

  /** The current size of a share, in bytes. */
  long share() {
    return share;
  }
}
