/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.channel.ChannelStateWriteRequestExecutorFactory;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.externalresource.ExternalResourceInfoProvider;
import org.apache.flink.runtime.io.disk.iomanager.IOManagerAsync;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockInputSplitProvider;
import org.apache.flink.runtime.state.TaskStateManager;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.runtime.util.TestingTaskManagerRuntimeInfo;
import org.apache.flink.runtime.util.TestingUserCodeClassLoader;

/**
 * The environment of a task of Flink's tests, with an attempt and a JobMaster of its own. Its
 * constructor differs between versions.
 */
public final class TestTaskEnvironment extends MockEnvironment {

  private final ExecutionAttemptID attempt = TestTasks.attempt();

  /**
   * Creates it for a subtask.
   *
   * @param jobMaster answers calls for global aggregates
   */
  public TestTaskEnvironment(
      String task,
      GlobalAggregateManager jobMaster,
      TaskMetricGroup metrics,
      TaskStateManager state,
      int maxParallelism,
      int parallelism,
      int subtask) {
    super(
        new JobID(),
        "job",
        new JobVertexID(),
        JobType.STREAMING,
        task,
        new MockInputSplitProvider(),
        1024,
        new Configuration(),
        new ExecutionConfig(),
        new IOManagerAsync(),
        state,
        jobMaster,
        maxParallelism,
        parallelism,
        subtask,
        TestingUserCodeClassLoader.newBuilder().build(),
        metrics,
        new TestingTaskManagerRuntimeInfo(),
        MemoryManager.create(1 << 20, MemoryManager.DEFAULT_PAGE_SIZE),
        ExternalResourceInfoProvider.NO_EXTERNAL_RESOURCES,
        new ChannelStateWriteRequestExecutorFactory(new JobID()));
  }

  @Override
  public ExecutionAttemptID getExecutionId() {
    return attempt;
  }
}
