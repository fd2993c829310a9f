/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.TestPlanner;

/** Golden plans with one operator under key-level watermarks. */
final class ReplacedPlans {

  private final TestPlanner planner;
  private final GoldenPlans golden;

  ReplacedPlans(TestPlanner planner, GoldenPlans golden) {
    this.planner = planner;
    this.golden = golden;
  }

  /**
   * Asserts that one operator of the query is replaced, and that its plan is the golden one.
   *
   * @param name of the golden plan
   * @return the plan
   */
  String assertReplaced(String name, String sql) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan)).isEmpty();
    golden.assertPlan(name, sql, plan);
    return plan;
  }
}
