/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.util.List;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.OperatorStateBackendParametersImpl;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.graph.StreamConfig;

/** Creates parts of tasks, which Flink creates in another way in each version. */
public final class TestTasks {

  private TestTasks() {}

  /** The only subtask of a task. */
  public static TaskInfo info(String name) {
    return new TaskInfoImpl(name, 1, 0, 1, 0);
  }

  /** An attempt of a subtask, another one with each call. */
  public static ExecutionAttemptID attempt() {
    return ExecutionAttemptID.randomId();
  }

  /** Makes a configuration complete, which versions of Flink serialize at the end. */
  public static void complete(StreamConfig config) {
    config.serializeAllConfigs();
  }

  /** An operator's state on the heap that is not keyed, empty. */
  public static OperatorStateBackend operatorState(Environment environment, String operator)
      throws Exception {
    return new HashMapStateBackend()
        .createOperatorStateBackend(
            new OperatorStateBackendParametersImpl(
                environment, operator, List.of(), new CloseableRegistry()));
  }
}
