/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.trilink.launcher.local.ScriptPlan;
import org.trilink.launcher.local.SqlScript;

class DemoPlacementTest {

  private static final SqlScript SCRIPT = SqlScript.read(Path.of("bridge", "bridge.sql"));

  @Test
  void weightsAreInThePlanInPlaceOfWhatTheScriptSays() {
    DemoPlacement placement = DemoPlacement.of("Weight", "20,50,30", 3);

    ScriptPlan plan = ScriptPlan.of(placement.in(SCRIPT), 3);

    assertThat(plan.text())
        .contains("partition=weight (session), partition.weights=20,50,30 (session)")
        .doesNotContain("least-key", "refused");
    assertThat(plan.refusal("partition", "weight")).isEmpty();
  }

  @Test
  void aRefusalIsTold() {
    ScriptPlan plan = ScriptPlan.of(DemoPlacement.of("modulo", null, 2).in(SCRIPT), 2);

    assertThat(plan.refusal("partition", "modulo"))
        .contains("'modulo' needs a key of one integer column, and the key is sensor_id STRING");
  }
}
