/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.trilink.functions.SqlSession;

class AggregatesInStateTest {

  private static final int COUNT = 2_000;

  private static final TypeInformation<Row> TYPE =
      Types.ROW_NAMED(new String[] {"k", "v"}, Types.INT, Types.INT);

  @Test
  void survivesAFailure() {
    FailingSource.FAILURES.set(0);
    SqlSession session = SqlSession.streaming();
    session.environment().enableCheckpointing(20);
    session.environment().setRestartStrategy(RestartStrategies.fixedDelayRestart(1, 0));
    session
        .tables()
        .createTemporaryView(
            "events",
            session
                .tables()
                .fromDataStream(
                    session.environment().addSource(new FailingSource(COUNT), TYPE),
                    Schema.newBuilder()
                        .column("k", DataTypes.INT())
                        .column("v", DataTypes.INT())
                        .build()));
    List<Row> rows =
        session.rows(
            "SELECT k, LINEAR_TREND(v, v * v), APPROX_PERCENTILE(v, 0.5),"
                + " APPROX_COUNT_DISTINCT(v) FROM events GROUP BY k");
    assertThat(FailingSource.FAILURES).hasValue(1);
    assertThat(rows).hasSize(2);
    rows.forEach(AggregatesInStateTest::assertAllSeenOnce);
  }

  private static void assertAllSeenOnce(Row row) {
    List<Integer> values =
        IntStream.range(0, COUNT)
            .mapToObj(FailingSource::row)
            .filter(event -> event.getField(0).equals(row.getField(0)))
            .map(event -> event.<Integer>getFieldAs(1))
            .sorted()
            .collect(Collectors.toList());
    double trend =
        ExactTrend.slopePerHour(
            values.stream()
                .map(value -> new ExactTrend.Point(value, (long) value * value))
                .collect(Collectors.toList()));
    assertThat(row.<Double>getFieldAs(1)).isCloseTo(trend, within(trend * 1e-12));
    int rank = values.indexOf(row.<Double>getFieldAs(2).intValue());
    assertThat(rank / (double) values.size()).isCloseTo(0.5, within(0.0136));
    DistinctCount distinct = new DistinctCount();
    values.forEach(value -> distinct.add((long) value));
    assertThat(row.<Long>getFieldAs(3)).isEqualTo(distinct.estimate());
  }
}
