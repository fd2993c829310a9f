/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.trilink.runtime.testing.Await;

/** A running job that joins the keys that the test hands over with a table's column v. */
final class LookupStream implements AutoCloseable {

  private final CloseableIterator<Row> results;

  private LookupStream(CloseableIterator<Row> results) {
    this.results = results;
  }

  /** The table, r, has the columns k and v. */
  static LookupStream start(String columns, String options) {
    return start(columns, options, "TRUE");
  }

  /** With another condition beside the comparison of the keys. */
  static LookupStream start(String columns, String options, String condition) {
    HandedKeys.clear();
    SeenMetrics.clear();
    StreamExecutionEnvironment environment = LookupSession.environment();
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    tables.createTemporaryView(
        "handed",
        environment.addSource(new HandedKeys(), "keys", Types.STRING),
        Schema.newBuilder()
            .column("f0", DataTypes.STRING())
            .columnByExpression("t", "PROCTIME()")
            .build());
    tables.executeSql("CREATE TABLE r (" + columns + ") WITH (" + options + ")");
    return new LookupStream(
        tables
            .executeSql(
                "SELECT h.f0, r.v FROM handed AS h LEFT JOIN r FOR SYSTEM_TIME AS OF h.t"
                    + " ON r.k = h.f0 AND "
                    + condition)
            .collect());
  }

  /** The value found for a key. */
  String lookUp(String key) {
    HandedKeys.hand(key);
    return next();
  }

  String next() {
    Row row = results.next();
    return row.getField(0) + "=" + row.getField(1);
  }

  /** Looks a key up until the value is found. */
  void awaitValue(String key, String expected) throws Exception {
    Await.until(key + " = " + expected, () -> lookUp(key).equals(key + "=" + expected));
  }

  @Override
  public void close() throws Exception {
    results.close();
  }
}
