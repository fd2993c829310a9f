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
 * How many bytes an operator may hold in objects on the heap, and how many it holds. The bytes held
 * are an estimate, rather too high than too low.
 */
public final class OperatorMemory {

  /** The minimum, for an operator without managed memory. */
  private static final long LEAST_BUDGET = 1 << 20;

  /** Where {@link StreamConfig} keeps an operator's share of what all operators of a slot have. */
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
   * The operator's share of the managed memory, but no more than its share, among operators alone,
   * of a part of the slot's heap, which is where it is held: a state backend that takes managed
   * memory takes none of the heap.
   *
   * @param heapPart one in so many parts of the heap, for all operators that name the same part
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
   * A part of the heap that a slot has, in bytes.
   *
   * @param part one in so many
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
