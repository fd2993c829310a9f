/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.OptionalLong;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.StreamOperatorStateContext;
import org.apache.flink.util.CloseableIterable;
import org.trilink.runtime.flink.WrappedStateContext;
import org.trilink.runtime.operator.OperatorMemory;

/** An operator's state context as Flink created it, with the timer services replaced. */
final class KeyTimeStateContext extends WrappedStateContext {

  private final KeyTimeServiceManager<?> timeServices;

  private KeyTimeStateContext(
      StreamOperatorStateContext flinks, KeyTimeServiceManager<?> timeServices) {
    super(flinks);
    this.timeServices = timeServices;
  }

  /**
   * @throws IllegalStateException if the operator is not keyed
   */
  @SuppressWarnings("unchecked") // a context has one key type, but no type parameter for it
  static KeyTimeStateContext of(
      StreamOperatorStateContext flinks,
      KeyWatermarkPolicy policy,
      int inputs,
      TaskInfo task,
      OperatorMemory memory)
      throws Exception {
    if (flinks.keyedStateBackend() == null || flinks.internalTimerServiceManager() == null) {
      throw new IllegalStateException(
          "Key-level watermarks need a keyed input: key the input of "
              + task.getTaskName()
              + ", or use the subtask's watermark for it.");
    }
    return new KeyTimeStateContext(
        flinks,
        KeyTimeServiceManager.create(
            policy,
            inputs,
            (InternalTimeServiceManager<Object>) flinks.internalTimerServiceManager(),
            (CheckpointableKeyedStateBackend<Object>) flinks.keyedStateBackend(),
            flinks.operatorStateBackend(),
            task,
            !flinks.isRestored(),
            memory));
  }

  @Override
  public KeyTimeServiceManager<?> internalTimerServiceManager() {
    return timeServices;
  }

  @Override
  public boolean isRestored() {
    return flinks.isRestored();
  }

  @Override
  public OptionalLong getRestoredCheckpointId() {
    return flinks.getRestoredCheckpointId();
  }

  @Override
  public OperatorStateBackend operatorStateBackend() {
    return flinks.operatorStateBackend();
  }

  @Override
  public CheckpointableKeyedStateBackend<?> keyedStateBackend() {
    return flinks.keyedStateBackend();
  }

  @Override
  public CloseableIterable<StatePartitionStreamProvider> rawOperatorStateInputs() {
    return flinks.rawOperatorStateInputs();
  }

  @Override
  public CloseableIterable<KeyGroupStatePartitionStreamProvider> rawKeyedStateInputs() {
    return flinks.rawKeyedStateInputs();
  }
}
