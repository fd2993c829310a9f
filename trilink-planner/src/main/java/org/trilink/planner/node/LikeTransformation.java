/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.memory.ManagedMemoryUseCase;

/** Copies the settings of a transformation to its replacement. */
public final class LikeTransformation {

  private LikeTransformation() {}

  /** Copies uid, max parallelism, managed memory and slot sharing. */
  public static <T extends Transformation<?>> T like(Transformation<?> stock, T transformation) {
    if (stock.getUid() != null) {
      transformation.setUid(stock.getUid());
    }
    if (stock.getMaxParallelism() > 0) {
      transformation.setMaxParallelism(stock.getMaxParallelism());
    }
    stock
        .getManagedMemoryOperatorScopeUseCaseWeights()
        .forEach(transformation::declareManagedMemoryUseCaseAtOperatorScope);
    for (ManagedMemoryUseCase useCase : stock.getManagedMemorySlotScopeUseCases()) {
      transformation.declareManagedMemoryUseCaseAtSlotScope(useCase);
    }
    stock.getSlotSharingGroup().ifPresent(transformation::setSlotSharingGroup);
    return transformation;
  }
}
