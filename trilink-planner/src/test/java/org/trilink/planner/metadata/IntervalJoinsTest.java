/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

class IntervalJoinsTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' MINUTE                            | false
          a.ts BETWEEN b.ts AND b.ts - INTERVAL '1' MINUTE                            | true
          a.ts BETWEEN b.ts + INTERVAL '5' SECOND AND b.ts + INTERVAL '5' SECOND      | false
          a.ts > b.ts AND a.ts < b.ts + INTERVAL '0.002' SECOND                       | false
          a.ts > b.ts AND a.ts < b.ts + INTERVAL '0.001' SECOND                       | true
          b.ts BETWEEN a.ts AND a.ts - INTERVAL '1' MINUTE                            | true
          """)
  void isEmpty(String condition, boolean isEmpty) {
    StreamPhysicalIntervalJoin join =
        (StreamPhysicalIntervalJoin)
            PlanNodes.first(
                "IntervalJoin",
                planner.optimize("SELECT a.v FROM t a JOIN t b ON a.k = b.k AND " + condition));

    assertThat(IntervalJoins.isEmpty(join)).isEqualTo(isEmpty);
  }
}
