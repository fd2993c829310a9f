/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

class AlignedWindowsTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)",
        "HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '20' SECOND, INTERVAL '1' MINUTE)",
        "CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '20' SECOND, INTERVAL '1' MINUTE)",
      })
  void areAppended(String windows) {
    RelNode plan = planner.optimize("SELECT * FROM TABLE(%s)".formatted(windows));

    RelNode function = PlanNodes.first("WindowTableFunction", plan);
    assertThat(AlignedWindows.areAppendedBy(function)).isTrue();
    assertThat(AlignedWindows.areAppendedBy(function.getInput(0))).isFalse();
  }

  /** SESSION has such; Flink 1.14 does not plan it. */
  @Test
  void othersAreNot() {
    Object others =
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {WindowSpec.class},
            (proxy, method, arguments) -> null);

    assertThat(AlignedWindows.are((WindowSpec) others)).isFalse();
  }
}
