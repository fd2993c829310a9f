/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.api.TableEnvironment;
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
   * @throws org.apache.flink.table.api.TableException if this is another Flink than the one that
   *     Trilink was built for, or if the environment's planner is configured by something else than
   *     a {@code CalciteConfig}
   */
  public static void install(TableEnvironment environment) {
    FlinkVersion.require();
    TrilinkPlannerFactory.install(environment);
  }
}
