/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** Hints of Flink's own in a statement with Trilink's. */
class StockHintsTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @ParameterizedTest
  @ValueSource(strings = {"STATE_TTL('t'='1 d')", "BROADCAST(t)", "LOOKUP('table'='t')"})
  void standBesideTrilinks(String hint) {
    String plan =
        planner.plan(
            "SELECT /*+ %s, TRILINK('partition'='hash') */ k, COUNT(*) FROM t GROUP BY k"
                .formatted(hint));

    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }
}
