package org.trilink.runtime.merge;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.graph.StreamConfig;

/**
 * How much a local merge may hold, and does hold, in bytes. What it holds is an estimate that is
 * rather too high than too low.
 */
final class MergeMemory {

  /** One part in so many of the JVM's heap is for what all local merges hold. */
  private static final int HEAP_SHARE = 4;

  /** Without managed memory there is still something to merge in. */
  private static final long LEAST_BUDGET = 1 << 20;

  private final long budget;
  private long used;

  MergeMemory(long budget) {
    this.budget = budget;
  }

  /**
   * The operator's share of the managed memory, but no more than as great a share of what the
   * slot's local merges may take of the heap, which is where it is held.
   */
  static MergeMemory of(Environment environment, StreamConfig operator) {
    Configuration taskManager = environment.getTaskManagerInfo().getConfiguration();
    double fraction =
        operator.getManagedMemoryFractionOperatorUseCaseOfSlot(
            ManagedMemoryUseCase.OPERATOR,
            taskManager,
            environment.getUserCodeClassLoader().asClassLoader());
    if (fraction <= 0) {
      return new MergeMemory(LEAST_BUDGET);
    }
    long managed = environment.getMemoryManager().computeMemorySize(fraction);
    int slots = Math.max(1, taskManager.get(TaskManagerOptions.NUM_TASK_SLOTS));
    long heapOfSlot = Runtime.getRuntime().maxMemory() / HEAP_SHARE / slots;
    return new MergeMemory(
        Math.max(LEAST_BUDGET, Math.min(managed, (long) (heapOfSlot * fraction))));
  }

  void add(long bytes) {
    used += bytes;
  }

  void release(long bytes) {
    used -= bytes;
  }

  void releaseAll() {
    used = 0;
  }

  boolean isFull() {
    return used >= budget;
  }

  long used() {
    return used;
  }

  long budget() {
    return budget;
  }
}
