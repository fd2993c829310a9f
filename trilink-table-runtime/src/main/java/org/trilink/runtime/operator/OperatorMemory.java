/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import javax.annotation.Nullable;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.trilink.runtime.flink.ManagedMemory;

/**
 * The limit for the objects that an operator holds on the heap, and their size, in bytes. The size
 * is an estimate, rather too high than too low.
 *
 * <p>The limit is a share of the process's {@link HeapBudget}. So it changes while the operator
 * runs, and may become less than what is held.
 */
public final class OperatorMemory implements AutoCloseable {

  /** The minimum of managed memory, for an operator that has none. */
  private static final long LEAST_MANAGED = 1 << 20;

  private final long most;

  /** The budget of which this is a share; null if the limit is fixed, or was given back. */
  @Nullable private HeapBudget heap;

  private long used;

  /** Creates a limit of this many bytes, none of which is used. */
  public OperatorMemory(long budget) {
    this(budget, null);
  }

  private OperatorMemory(long most, @Nullable HeapBudget heap) {
    this.most = most;
    this.heap = heap;
    if (heap != null) {
      heap.take();
    }
  }

  /** Takes a share of a budget, of which no more than this is used, in bytes. */
  static OperatorMemory shareOf(HeapBudget heap, long most) {
    return new OperatorMemory(most, heap);
  }

  /**
   * Takes a share of the process's budget, of which no more is used than the operator's share of
   * the managed memory. To be closed.
   */
  public static OperatorMemory of(Environment environment, StreamConfig operator) {
    double ofSlot = ManagedMemory.shareOfSlot(environment, operator);
    long managed = ofSlot <= 0 ? 0 : environment.getMemoryManager().computeMemorySize(ofSlot);
    return shareOf(ofProcess(environment), Math.max(LEAST_MANAGED, managed));
  }

  /**
   * Takes a share of the process's budget for a cache in front of a state backend. To be closed.
   * Flink's heap backend needs no cache, so there is no memory for one.
   */
  public static OperatorMemory inFrontOf(KeyedStateBackend<?> backend, Environment environment) {
    return backend instanceof HeapKeyedStateBackend ? new OperatorMemory(0) : ofHeap(environment);
  }

  /**
   * Takes a share of the process's budget, whatever the managed memory, of which a job on Flink's
   * heap backend may have none. To be closed.
   */
  public static OperatorMemory ofHeap(Environment environment) {
    return shareOf(ofProcess(environment), Long.MAX_VALUE);
  }

  private static HeapBudget ofProcess(Environment environment) {
    return HeapBudget.ofProcess(environment.getTaskManagerInfo().getConfiguration());
  }

  /** Adds to the bytes held; a negative number subtracts. */
  public void add(long bytes) {
    used += bytes;
  }

  /** Subtracts from the bytes held. */
  public void release(long bytes) {
    used -= bytes;
  }

  /** Sets the bytes held to 0. */
  public void releaseAll() {
    used = 0;
  }

  /** Whether the limit is reached or exceeded. */
  public boolean isFull() {
    return used >= budget();
  }

  /** Whether more is held than the limit, as objects have grown or the limit has been lowered. */
  public boolean isExceeded() {
    return used > budget();
  }

  /** The bytes held. */
  public long used() {
    return used;
  }

  /** The limit, in bytes. */
  public long budget() {
    return heap == null ? most : Math.min(most, heap.share());
  }

  /** Gives the share back; to be called when the operator is closed. */
  @Override
  public void close() {
    if (heap != null) {
      heap.release();
      heap = null;
    }
  }
}
