/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.trilink.runtime.testing.SharedCluster;

/** A session of stock Flink with the module, to run queries in. */
public final class SqlSession {

  private final StreamExecutionEnvironment environment =
      SharedCluster.environment(2, new Configuration());
  private final StreamTableEnvironment tables;

  private SqlSession(boolean isStreaming) {
    if (!isStreaming) {
      environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    }
    EnvironmentSettings.Builder settings = EnvironmentSettings.newInstance();
    tables =
        StreamTableEnvironment.create(
            environment,
            (isStreaming ? settings.inStreamingMode() : settings.inBatchMode()).build());
    tables.executeSql("LOAD MODULE trilink");
  }

  public static SqlSession streaming() {
    return new SqlSession(true);
  }

  public static SqlSession batch() {
    return new SqlSession(false);
  }

  public static SqlSession of(boolean isStreaming) {
    return new SqlSession(isStreaming);
  }

  public StreamTableEnvironment tables() {
    return tables;
  }

  public StreamExecutionEnvironment environment() {
    return environment;
  }

  public SqlSession set(String option, String value) {
    tables.getConfig().getConfiguration().setString(option, value);
    return this;
  }

  /** Declares a table of these rows. */
  public SqlSession table(String name, List<Row> rows, TypeInformation<Row> type, Schema schema) {
    tables.createTemporaryView(
        name, tables.fromDataStream(environment.fromCollection(rows, type), schema));
    return this;
  }

  /**
   * Returns the rows that are left when all changes of the query's result are applied, in no order.
   */
  public List<Row> rows(String query) {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
      results.forEachRemaining(row -> apply(row, rows));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return rows;
  }

  private static void apply(Row change, List<Row> rows) {
    RowKind kind = change.getKind();
    change.setKind(RowKind.INSERT);
    if (kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER) {
      rows.add(change);
    } else if (!rows.remove(change)) {
      throw new IllegalStateException("taken back without having come: " + change);
    }
  }

  /** The only row's only value. */
  public Object value(String query) {
    List<Row> rows = rows(query);
    if (rows.size() != 1 || rows.get(0).getArity() != 1) {
      throw new IllegalStateException("not one value: " + rows);
    }
    return rows.get(0).getField(0);
  }
}
