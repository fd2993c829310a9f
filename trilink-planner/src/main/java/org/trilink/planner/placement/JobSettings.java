/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.runtime.jobgraph.SavepointConfigOptions;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.trilink.planner.flink.FlinkSettings;

/**
 * The settings that the job of a statement will run with. The session's configuration takes
 * precedence over that of the environment, as in Flink.
 */
public final class JobSettings {

  private final Configuration session;
  @Nullable private final StreamExecutionEnvironment environment;
  @Nullable private SavepointKeys savepoint;

  /**
   * Creates it.
   *
   * @param environment null if it is not known
   */
  public JobSettings(Configuration session, @Nullable StreamExecutionEnvironment environment) {
    this.session = session;
    this.environment = environment;
  }

  /** The settings of the job of the statement that a planner translates. */
  @SuppressWarnings("deprecation") // Scala's way to say that it is for Flink's own packages
  public static JobSettings of(PlannerBase planner) {
    return new JobSettings(FlinkSettings.of(planner.getTableConfig()), planner.getExecEnv());
  }

  /** Returns these settings with another number of subtasks. */
  public JobSettings withParallelism(int subtasks) {
    Configuration ofJob = new Configuration(session);
    ofJob.set(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM, subtasks);
    return new JobSettings(ofJob, environment);
  }

  /** How many subtasks the operators behind keyed exchanges will have. */
  public int parallelism() {
    int ofTables = session.get(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM);
    if (ofTables > 0) {
      return ofTables;
    }
    return session
        .getOptional(CoreOptions.DEFAULT_PARALLELISM)
        .orElse(
            environment == null
                ? CoreOptions.DEFAULT_PARALLELISM.defaultValue()
                : environment.getParallelism());
  }

  /** The max parallelism that the user has set; empty if none. */
  public OptionalInt maxParallelism() {
    Optional<Integer> ofSession =
        session.getOptional(PipelineOptions.MAX_PARALLELISM).filter(max -> max > 0);
    if (ofSession.isPresent()) {
      return OptionalInt.of(ofSession.get());
    }
    return environment != null && environment.getMaxParallelism() > 0
        ? OptionalInt.of(environment.getMaxParallelism())
        : OptionalInt.empty();
  }

  /** How often the job takes checkpoints; empty if it does not. */
  public Optional<Duration> checkpointInterval() {
    Optional<Duration> ofSession =
        session.getOptional(ExecutionCheckpointingOptions.CHECKPOINTING_INTERVAL);
    Optional<Duration> interval =
        ofSession.isPresent() || environment == null || environment.getCheckpointInterval() < 0
            ? ofSession
            : Optional.of(Duration.ofMillis(environment.getCheckpointInterval()));
    return interval.filter(every -> !every.isZero());
  }

  /** Whether all operators of the job hand on rows without copying them. */
  public boolean reusesObjects() {
    return session
        .getOptional(PipelineOptions.OBJECT_REUSE)
        .orElse(environment != null && environment.getConfig().isObjectReuseEnabled());
  }

  /** The savepoint or checkpoint that the job will start from; empty if from none. */
  Optional<SavepointKeys> savepoint() {
    Optional<String> path = savepointPath();
    if (path.isPresent() && savepoint == null) {
      savepoint = new SavepointKeys(path.get());
    }
    return path.map(any -> savepoint);
  }

  /** Whether the job is restored from a savepoint or checkpoint. */
  public boolean isRestored() {
    return savepointPath().isPresent();
  }

  private Optional<String> savepointPath() {
    Optional<String> ofSession = session.getOptional(SavepointConfigOptions.SAVEPOINT_PATH);
    return ofSession.isPresent() || environment == null
        ? ofSession
        : environment.getConfiguration().getOptional(SavepointConfigOptions.SAVEPOINT_PATH);
  }
}
