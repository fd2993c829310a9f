/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** Tests which operators count as the same one, of which one is sampled. */
class ObservedOperatorTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static String digest(String query) {
    return ObservedOperator.in(planner.optimize(query), ZoneOffset.UTC).get(0).digest();
  }

  @Test
  void operatorsOfTheSameTextAreTheSame() {
    String query = "SELECT k, COUNT(*) FROM t WHERE CAST(k AS INT) > 2 GROUP BY k";

    assertThat(digest(query)).isEqualTo(digest(query));
  }

  /** Flink shows a CAST in a condition without its type. */
  @Test
  void operatorsBelowWhichOnlyACastDiffersAreTwo() {
    String filtered = "SELECT k, COUNT(*) FROM t WHERE CAST(k AS %s) = CAST(v AS %s) GROUP BY k";
    String joined =
        "SELECT a.k, COUNT(*) FROM t AS a JOIN t AS b"
            + " ON a.k = b.k AND CAST(a.k AS %s) > CAST(b.v AS %s) GROUP BY a.k";

    assertThat(digest(filtered.formatted("DOUBLE", "DOUBLE")))
        .isNotEqualTo(digest(filtered.formatted("BIGINT", "BIGINT")));
    assertThat(digest(joined.formatted("DOUBLE", "DOUBLE")))
        .isNotEqualTo(digest(joined.formatted("BIGINT", "BIGINT")));
  }
}
