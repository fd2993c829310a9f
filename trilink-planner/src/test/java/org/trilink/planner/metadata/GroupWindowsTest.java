/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

class GroupWindowsTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE local_times (k STRING, pt AS PROCTIME(), v INT, ts TIMESTAMP_LTZ(3),"
                  + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')");

  private static StreamPhysicalGroupWindowAggregate aggregate(String table, String window) {
    String query = "SELECT k, SUM(v) FROM %s GROUP BY k, %s".formatted(table, window);
    return (StreamPhysicalGroupWindowAggregate)
        PlanNodes.first("GroupWindowAggregate", planner.optimize(query));
  }

  @ParameterizedTest(name = "{1} of {0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          t           | TUMBLE(ts, INTERVAL '1' MINUTE)                       | TUMBLE(time_col=[ts], size=[1 min])               | true  | TIMESTAMP_WITHOUT_TIME_ZONE
          t           | HOP(ts, INTERVAL '20' SECOND, INTERVAL '1' MINUTE)    | HOP(time_col=[ts], size=[1 min], slide=[20 s])    | true  | TIMESTAMP_WITHOUT_TIME_ZONE
          local_times | TUMBLE(ts, INTERVAL '1' HOUR)                         | TUMBLE(time_col=[ts], size=[1 h])                 | true  | TIMESTAMP_WITH_LOCAL_TIME_ZONE
          local_times | TUMBLE(pt, INTERVAL '1' MINUTE)                       | TUMBLE(time_col=[pt], size=[1 min])               | false | TIMESTAMP_WITH_LOCAL_TIME_ZONE
          """)
  void areThoseOfAFunction(
      String table, String window, String function, boolean isRowtime, String type) {
    StreamPhysicalGroupWindowAggregate aggregate = aggregate(table, window);

    TimeAttributeWindowingStrategy windowing = GroupWindows.windowing(aggregate);

    List<String> columns = aggregate.getInput().getRowType().getFieldNames();
    assertThat(windowing.toSummaryString(columns.toArray(new String[0]))).isEqualTo(function);
    assertThat(windowing.isRowtime()).isEqualTo(isRowtime);
    assertThat(windowing.getTimeAttributeType().getTypeRoot()).hasToString(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SESSION(ts, INTERVAL '1' MINUTE)",
        "HOP(ts, INTERVAL '25' SECOND, INTERVAL '1' MINUTE)",
      })
  void noFunctionHasThese(String window) {
    assertThat(GroupWindows.windowing(aggregate("t", window))).isNull();
  }
}
