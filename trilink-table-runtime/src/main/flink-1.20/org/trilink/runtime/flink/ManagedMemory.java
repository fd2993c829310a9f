/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.graph.StreamConfig;

/** Finds an operator's managed memory; versions of Flink look for it in other configurations. */
public final class ManagedMemory {

  private ManagedMemory() {}

  /** The operator's share of the managed memory of its slot, as an operator; 0 for none. */
  public static double shareOfSlot(Environment environment, StreamConfig operator) {
    return operator.getManagedMemoryFractionOperatorUseCaseOfSlot(
        ManagedMemoryUseCase.OPERATOR,
        environment.getJobConfiguration(),
        environment.getTaskManagerInfo().getConfiguration(),
        environment.getUserCodeClassLoader().asClassLoader());
  }
}
