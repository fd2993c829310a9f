/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.function.LongSupplier;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.graph.StreamConfig;

/**
 * The limit for the objects that an operator holds on the heap, and their size, in bytes. The size
 * is an estimate, rather too high than too low.
 */
public final class OperatorMemory {

  /** The minimum, for an operator without managed memory. */
  private static final long LEAST_BUDGET = 1 << 20;

  /**
   * The key under which {@link StreamConfig} has an operator's share of the managed memory of all
   * operators in a slot.
   */
  private static final ConfigOption<Double> FRACTION_OF_OPERATORS =
      ConfigOptions.key("managedMemFraction." + ManagedMemoryUseCase.OPERATOR)
          .doubleType()
          .defaultValue(0.0);

  private final LongSupplier budget;
  private long used;

  /** Creates a limit of this many bytes, none of which is used. */
  public OperatorMemory(long budget) {
    this(() -> budget);
  }

  /** Creates a limit that changes. */
  public OperatorMemory(LongSupplier budget) {
    this.budget = budget;
  }

  /**
   * Creates a limit that is the operator's share of the managed memory. The objects are on the
   * heap, so the limit is at most a share of a part of the slot's heap. That share is computed
   * among operators only, as a state backend that uses managed memory uses none of the heap.
   *
   * @param heapPart n for 1/n of the heap, for all operators together that use the same n
   */
  public static OperatorMemory of(Environment environment, StreamConfig operator, int heapPart) {
    double ofSlot =
        operator.getManagedMemoryFractionOperatorUseCaseOfSlot(
            ManagedMemoryUseCase.OPERATOR,
            environment.getTaskManagerInfo().getConfiguration(),
            environment.getUserCodeClassLoader().asClassLoader());
    if (ofSlot <= 0) {
      return new OperatorMemory(LEAST_BUDGET);
    }
    long managed = environment.getMemoryManager().computeMemorySize(ofSlot);
    double ofOperators = operator.getConfiguration().get(FRACTION_OF_OPERATORS);
    long heap = (long) (heapOfSlot(environment, heapPart) * ofOperators);
    return new OperatorMemory(Math.max(LEAST_BUDGET, Math.min(managed, heap)));
  }

  /**
   * A part of a slot's share of the heap, in bytes.
   *
   * @param part n for 1/n
   */
  public static long heapOfSlot(Environment environment, int part) {
    int slots =
        environment.getTaskManagerInfo().getConfiguration().get(TaskManagerOptions.NUM_TASK_SLOTS);
    return Runtime.getRuntime().maxMemory() / part / Math.max(1, slots);
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
    return used >= budget.getAsLong();
  }

  /** The bytes held. */
  public long used() {
    return used;
  }

  /** The limit, in bytes. */
  public long budget() {
    return budget.getAsLong();
  }
}
