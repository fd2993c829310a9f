/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.data.RowData;

/** Says how a Redis table is to be read. */
final class RefusedScan implements DataStreamScanProvider {

  private final String table;

  RefusedScan(String table) {
    this.table = table;
  }

  @Override
  public DataStream<RowData> produceDataStream(StreamExecutionEnvironment environment) {
    throw new ValidationException(
        String.format(
            "Redis table %s cannot be read as a whole, only looked up by key: ... JOIN %s FOR"
                + " SYSTEM_TIME AS OF <the other table's PROCTIME() column> AS r ON r.<key column>"
                + " = ...",
            table, table));
  }

  @Override
  public boolean isBounded() {
    return true;
  }
}
