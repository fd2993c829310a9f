/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.operations.ModifyOperation;

/** Writes, reads and runs plans in JSON, for which versions of Flink have other methods. */
public final class JsonPlans {

  private JsonPlans() {}

  /** Plans an INSERT. */
  public static String write(TableEnvironment tables, String insert) {
    return ((TableEnvironmentInternal) tables).getJsonPlan(insert);
  }

  /** Plans INSERTs. */
  public static String write(TableEnvironment tables, List<ModifyOperation> inserts) {
    return ((TableEnvironmentInternal) tables).getJsonPlan(inserts);
  }

  /** Returns the EXPLAIN of a plan. */
  public static String explain(TableEnvironment tables, String plan) {
    return ((TableEnvironmentInternal) tables).explainJsonPlan(plan);
  }

  /** Starts the job of a plan. */
  public static TableResult execute(TableEnvironment tables, String plan) {
    return ((TableEnvironmentInternal) tables).executeJsonPlan(plan);
  }

  /** Makes the operators of a plan. */
  public static List<Transformation<?>> translate(TableEnvironment tables, String plan) {
    return ((StreamTableEnvironmentImpl) tables).getPlanner().translateJsonPlan(plan);
  }
}
