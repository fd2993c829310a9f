/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

class TemporalJoinsTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE versions (since TIMESTAMP(3), k STRING, v INT, WATERMARK FOR since AS"
                  + " since, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',"
                  + " 'topic' = 'versions', 'properties.bootstrap.servers' = 'localhost:1',"
                  + " 'key.format' = 'json', 'value.format' = 'json')");

  /** The columns of the second side are counted from the first one's. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "t.k = versions.k",
        "versions.k = t.k AND t.v > versions.v",
        "t.k = versions.k AND (t.v = 3 OR versions.v = 4)",
      })
  void namesTheTimesOfBothSides(String condition) {
    String query =
        "SELECT t.v, versions.v FROM t LEFT JOIN versions FOR SYSTEM_TIME AS OF t.ts ON ";
    StreamPhysicalTemporalJoin join =
        (StreamPhysicalTemporalJoin)
            PlanNodes.first("TemporalJoin", planner.optimize(query + condition));

    assertThat(TemporalJoins.condition(join).getOperands().subList(0, 2))
        .extracting(operand -> name(join, operand))
        .containsExactly("ts of 0", "since of 1");
  }

  private static String name(StreamPhysicalTemporalJoin join, RexNode operand) {
    int column = ((RexInputRef) operand).getIndex();
    int ofLeft = join.getLeft().getRowType().getFieldCount();
    int side = column < ofLeft ? 0 : 1;
    int position = column - side * ofLeft;
    return join.getInput(side).getRowType().getFieldNames().get(position) + " of " + side;
  }
}
