/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.api.TableEnvironment;
import org.trilink.planner.advice.Advice;
import org.trilink.planner.advice.AdviceSettings;
import org.trilink.planner.advice.Advisor;
import org.trilink.planner.delegation.FlinkVersion;
import org.trilink.planner.delegation.TrilinkPlannerFactory;

/**
 * Trilink in a program.
 *
 * <pre>{@code
 * TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
 * Trilink.install(tables);
 * tables.executeSql("INSERT INTO ... SELECT /*+ TRILINK('watermark'='key') *}{@code / ...");
 * }</pre>
 */
@PublicEvolving
public final class Trilink {

  private Trilink() {}

  /**
   * Makes the TRILINK hint known to the environment's planner and plans by it from now on. Calling
   * it again changes nothing.
   *
   * @throws org.apache.flink.table.api.TableException if this Flink is not 1.14, or if the
   *     environment's planner is configured by something else than a {@code CalciteConfig}
   */
  public static void install(TableEnvironment environment) {
    FlinkVersion.require();
    TrilinkPlannerFactory.install(environment);
  }

  /**
   * Says which hint suits a statement, by a sample of its input: the latest 200,000 records of the
   * Kafka topics that each keyed operator reads, within 30 seconds. The hints in the statement are
   * not looked at. Print it, or read its parts.
   *
   * @param sql a SELECT or INSERT
   * @throws org.apache.flink.table.api.ValidationException if the statement is wrong
   * @throws org.apache.flink.table.api.TableException if it cannot be planned, or a table cannot be
   *     read, or is empty
   */
  public static Advice advise(TableEnvironment environment, String sql) {
    return advise(environment, sql, AdviceSettings.DEFAULT);
  }

  /** The same with another sample, or for another parallelism. */
  public static Advice advise(TableEnvironment environment, String sql, AdviceSettings settings) {
    FlinkVersion.require();
    return new Advisor(environment, settings).advise(sql);
  }
}
