/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.SharedCluster;

/** SQL on stock Flink, with tables in a Redis server. */
public final class RedisSql {

  public static final String PASSWORD = "secret";

  private final StreamExecutionEnvironment environment;

  /**
   * The session's table environment; null before its first use: Flink's planner stays in the thread
   * that made it.
   */
  @Nullable private StreamTableEnvironment sql;

  public RedisSql() {
    this(new Configuration());
  }

  public RedisSql(Configuration configuration) {
    configuration.set(PipelineOptions.OBJECT_REUSE, true); // a sink must not keep rows
    environment = SharedCluster.environment(2, configuration);
  }

  public StreamTableEnvironment environment() {
    if (sql == null) {
      sql = StreamTableEnvironment.create(environment);
    }
    return sql;
  }

  /** The options of a table in a server's database 1. */
  public static String with(RedisTestServer server, String... options) {
    return with(
        "nodes=127.0.0.1:" + server.port(),
        "password=" + PASSWORD,
        "database=1",
        String.join("\n", options));
  }

  /** Options, each {@code name=value}. */
  public static String with(String... options) {
    return Arrays.stream(String.join("\n", options).split("\n"))
        .filter(option -> !option.isEmpty())
        .map(option -> option.split("=", 2))
        .map(option -> String.format("'%s' = '%s'", option[0], option[1]))
        .collect(Collectors.joining(", ", " WITH ('connector' = 'redis', ", ")"));
  }

  /** Runs a statement; waits for its job, if it has one. */
  public void run(String statement) throws Exception {
    TableResult result = environment().executeSql(statement);
    if (result.getJobClient().isPresent()) {
      result.await(2, TimeUnit.MINUTES);
    }
  }

  /** Starts a statement's job. */
  public TableResult start(String statement) {
    return environment().executeSql(statement);
  }

  /**
   * Makes a view of changes that come in this order, e.g. of columns {@code "k STRING", "v INT"}.
   */
  public void changes(String view, List<String> columns, Row... changes) {
    Schema.Builder schema = Schema.newBuilder();
    for (String column : columns) {
      String[] words = column.split(" ", 2);
      schema.column(words[0], words[1]);
    }
    environment()
        .createTemporaryView(
            view,
            environment()
                .fromChangelogStream(
                    environment.fromCollection(Arrays.asList(changes), rowType(columns)),
                    schema.build(),
                    ChangelogMode.all()));
  }

  private TypeInformation<Row> rowType(List<String> columns) {
    String[] names = new String[columns.size()];
    TypeInformation<?>[] types = new TypeInformation<?>[columns.size()];
    for (int i = 0; i < names.length; i++) {
      String[] words = columns.get(i).split(" ", 2);
      names[i] = words[0];
      types[i] = words[1].equals("STRING") ? Types.STRING : Types.INT;
    }
    return Types.ROW_NAMED(names, types);
  }

  public static Row insert(Object... values) {
    return Row.ofKind(RowKind.INSERT, values);
  }

  public static Row before(Object... values) {
    return Row.ofKind(RowKind.UPDATE_BEFORE, values);
  }

  public static Row after(Object... values) {
    return Row.ofKind(RowKind.UPDATE_AFTER, values);
  }

  public static Row delete(Object... values) {
    return Row.ofKind(RowKind.DELETE, values);
  }
}
