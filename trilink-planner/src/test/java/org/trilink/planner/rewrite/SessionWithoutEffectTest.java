/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.Table;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** Statements in which key-level watermarks, set for the session, have nothing to do. */
class SessionWithoutEffectTest {

  private static final String REMARK = "watermark=key (session) has no effect here";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @BeforeEach
  void setWatermark() {
    planner.set("table.optimizer.trilink.watermark", "key");
  }

  @Test
  void aQuerySaysSo() {
    assertThat(planner.plan("SELECT k, v FROM t")).contains(REMARK);
  }

  @Test
  void anInsertSaysSoBelowItsSink() {
    assertThat(planner.plan("INSERT INTO s SELECT k, CAST(v AS BIGINT) FROM t"))
        .startsWith("Sink(")
        .contains(REMARK);
  }

  @Test
  void aTableIsMadeADataStream() {
    Table table = planner.tables().sqlQuery("SELECT k, v FROM t");

    DataStream<Row> stream = planner.tables().toDataStream(table);
    assertThat(stream.getTransformation()).isNotNull();
  }

  /** Its sink is one of Flink's old ones, which have no columns. */
  @Test
  @SuppressWarnings("deprecation") // as programs of earlier versions have it
  void aTableIsMadeADataStreamInTheOldWay() {
    Table table = planner.tables().sqlQuery("SELECT k, v FROM t");

    DataStream<Row> stream = planner.tables().toAppendStream(table, Row.class);
    assertThat(stream.getTransformation()).isNotNull();
  }
}
