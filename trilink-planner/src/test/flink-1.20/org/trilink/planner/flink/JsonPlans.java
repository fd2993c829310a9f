/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.api.PlanReference;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.operations.ModifyOperation;

/** Writes, reads and runs plans in JSON, for which versions of Flink have other methods. */
public final class JsonPlans {

  private JsonPlans() {}

  /** Plans an INSERT. */
  public static String write(TableEnvironment tables, String insert) {
    return inOneLine(tables.compilePlanSql(insert).asJsonString());
  }

  /** Plans INSERTs. */
  public static String write(TableEnvironment tables, List<ModifyOperation> inserts) {
    return inOneLine(((TableEnvironmentInternal) tables).compilePlan(inserts).asJsonString());
  }

  private static String inOneLine(String json) {
    try {
      return new ObjectMapper().readTree(json).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the EXPLAIN of a plan. */
  public static String explain(TableEnvironment tables, String plan) {
    return tables.loadPlan(PlanReference.fromJsonString(plan)).explain();
  }

  /** Starts the job of a plan. */
  public static TableResult execute(TableEnvironment tables, String plan) {
    return tables.loadPlan(PlanReference.fromJsonString(plan)).execute();
  }

  /** Makes the operators of a plan. */
  public static List<Transformation<?>> translate(TableEnvironment tables, String plan) {
    Planner planner = ((StreamTableEnvironmentImpl) tables).getPlanner();
    try {
      return planner.translatePlan(planner.loadPlan(PlanReference.fromJsonString(plan)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
