/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.junit.jupiter.api.Test;

/**
 * The budget of an operator with a quarter of the operators' memory, in a slot with a state
 * backend.
 */
class OperatorMemoryTest {

  private static final double SHARE = 0.25;
  private static final long MUCH = 1L << 40;
  private static final long LITTLE = 64L << 20;

  @Test
  void managedMemoryIsSharedWithTheBackend() throws Exception {
    assertThat(budget(LITTLE)).isEqualTo((long) (LITTLE * SHARE / 2));
  }

  @Test
  void isNoMoreThanTheShareOfTheHeap() throws Exception {
    long alone = budget(MUCH);
    assertThat(alone).isLessThan((long) (0.4 * Runtime.getRuntime().maxMemory()));
    try (TestHeap.Others another = new TestHeap.Others(1)) {
      assertThat(budget(MUCH)).isLessThan(alone);
    }
    assertThat(budget(MUCH)).as("others gave back what they had").isEqualTo(alone);
  }

  private static long budget(long managedMemory) throws Exception {
    StreamConfig operator = new StreamConfig(new Configuration());
    operator.setManagedMemoryFractionOperatorOfUseCase(ManagedMemoryUseCase.OPERATOR, SHARE);
    operator.setManagedMemoryFractionOperatorOfUseCase(ManagedMemoryUseCase.STATE_BACKEND, 1);
    operator.setStateBackendUsesManagedMemory(true);
    try (MockEnvironment environment =
            new MockEnvironmentBuilder().setManagedMemorySize(managedMemory).build();
        OperatorMemory memory = OperatorMemory.of(environment, operator)) {
      return memory.budget();
    }
  }
}
