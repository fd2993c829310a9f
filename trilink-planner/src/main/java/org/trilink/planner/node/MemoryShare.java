/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.memory.ManagedMemoryUseCase;

/**
 * An operator's share of its slot's managed memory. What merges rows before an exchange gets as
 * much as what keeps keys as objects beside a state backend that serializes them.
 */
public final class MemoryShare {

  private static final int WEIGHT = 1;

  private MemoryShare() {}

  /** The transformation, whose operator gets a share. */
  public static <T extends Transformation<?>> T declare(T transformation) {
    transformation.declareManagedMemoryUseCaseAtOperatorScope(
        ManagedMemoryUseCase.OPERATOR, WEIGHT);
    return transformation;
  }
}
