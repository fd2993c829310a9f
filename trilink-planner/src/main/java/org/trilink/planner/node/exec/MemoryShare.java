package org.trilink.planner.node.exec;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.memory.ManagedMemoryUseCase;

/** An operator's share of its slot's managed memory, in parts of what all operators have. */
final class MemoryShare {

  /** For rows that are merged before an exchange. */
  static final int OF_MERGE = 2;

  /** For keys that are kept as objects beside a state backend that serializes them. */
  static final int OF_KEY_CACHE = 1;

  private MemoryShare() {}

  /** The transformation, whose operator gets a share. */
  static <T extends Transformation<?>> T declare(T transformation, int parts) {
    transformation.declareManagedMemoryUseCaseAtOperatorScope(ManagedMemoryUseCase.OPERATOR, parts);
    return transformation;
  }
}
