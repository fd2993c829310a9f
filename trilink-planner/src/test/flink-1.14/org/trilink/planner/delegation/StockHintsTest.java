/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** Hints of Flink's own in a statement with Trilink's. */
class StockHintsTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @Test
  void joinHintsAreUnknown() {
    assertThat(planner.error("SELECT k FROM t /*+ BROADCAST('a'='b') */"))
        .isEqualTo("SQL parse failed. Unknown hint 'BROADCAST'. Hints: TRILINK, OPTIONS.");
  }
}
