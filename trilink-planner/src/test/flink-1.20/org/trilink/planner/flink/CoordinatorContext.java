/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import javax.annotation.Nullable;
import org.apache.flink.metrics.groups.OperatorCoordinatorMetricGroup;
import org.apache.flink.runtime.checkpoint.CheckpointCoordinator;
import org.apache.flink.runtime.operators.coordination.CoordinatorStore;
import org.apache.flink.runtime.operators.coordination.CoordinatorStoreImpl;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/** The job as a coordinator sees it; versions of Flink ask for more than others. */
public interface CoordinatorContext extends OperatorCoordinator.Context {

  @Nullable
  @Override
  default OperatorCoordinatorMetricGroup metricGroup() {
    return null;
  }

  @Override
  default CoordinatorStore getCoordinatorStore() {
    return new CoordinatorStoreImpl();
  }

  @Override
  default boolean isConcurrentExecutionAttemptsSupported() {
    return false;
  }

  @Nullable
  @Override
  default CheckpointCoordinator getCheckpointCoordinator() {
    return null;
  }
}
