/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.apache.flink.table.planner.plan.nodes.physical.FlinkPhysicalRel;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.placement.JobSettings;

/** The planner and settings that a sample needs of the session whose statements are planned. */
public final class PlanningSession {

  private final StreamPlanner planner;
  private final int parallelism;

  /**
   * Creates it.
   *
   * @param parallelism of the job; if empty, that of the session's settings as they are now
   */
  public PlanningSession(StreamPlanner planner, OptionalInt parallelism) {
    this.planner = planner;
    this.parallelism = parallelism.orElseGet(() -> JobSettings.of(planner).parallelism());
  }

  private Configuration configuration() {
    return FlinkSettings.of(planner.getTableConfig());
  }

  /** The transformation that the job runs for a node of a plan, with the node's inputs. */
  @SuppressWarnings("unchecked") // the planner's nodes emit rows
  Transformation<RowData> translate(RelNode rel) {
    return (Transformation<RowData>)
        FlinkNodes.toExecution((FlinkPhysicalRel) rel).translateToPlan(planner);
  }

  /** The parallelism of the job. */
  public int parallelism() {
    return parallelism;
  }

  /** The session's settings, for a job of that parallelism. */
  JobSettings jobOf(int subtasks) {
    return JobSettings.of(planner).withParallelism(subtasks);
  }

  /** Whether a source without records stops to hold Flink's watermark back after a while. */
  boolean hasIdleTimeout() {
    return !configuration().get(ExecutionConfigOptions.TABLE_EXEC_SOURCE_IDLE_TIMEOUT).isZero();
  }

  public ZoneId timeZone() {
    return FlinkSettings.timeZone(planner.getTableConfig());
  }

  /** Jars and class paths that the user has added. */
  List<String> userCode(ConfigOption<List<String>> option) {
    return configuration().getOptional(option).orElse(Collections.emptyList());
  }
}
