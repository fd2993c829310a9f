/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.SharedCluster;
import redis.clients.jedis.Jedis;

/** Stock Flink and a Redis server of the test's own. */
final class LookupSession implements AutoCloseable {

  static final String PASSWORD = "s3cret";

  final RedisTestServer server;

  private LookupSession(RedisTestServer server) {
    this.server = server;
  }

  static LookupSession start() throws Exception {
    return new LookupSession(RedisTestServer.started(PASSWORD));
  }

  /** A connection to the database that the tables are in. */
  Jedis redis() {
    return new Jedis(server.address());
  }

  /** The options of a table of this server, to be followed by others. */
  String connector() {
    return connector(PASSWORD);
  }

  String connector(String password) {
    return String.format(
        "'connector' = 'redis', 'nodes' = '127.0.0.1:%d', 'password' = '%s', 'database' = '1'",
        server.port(), password);
  }

  /** How often the server has carried out a command since it started. */
  long calls(String command) {
    try (Jedis redis = redis()) {
      return redis
          .info("commandstats")
          .lines()
          .filter(line -> line.startsWith("cmdstat_" + command + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
          .findFirst()
          .orElse(0);
    }
  }

  /** To be called in the test's own thread: only there Flink's planner works. */
  static StreamTableEnvironment tables() {
    return StreamTableEnvironment.create(environment());
  }

  /** For one job, of parallelism 1. */
  static StreamExecutionEnvironment environment() {
    return SharedCluster.environment(
        1, new Configuration().set(PipelineOptions.OBJECT_REUSE, true)); // rows must not be kept
  }

  /** The rows of a query as text, as they come. */
  static List<String> rows(StreamTableEnvironment tables, String query) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
      results.forEachRemaining(row -> rows.add(row.toString()));
    } catch (Exception e) { // as declared by close
      throw new IllegalStateException(e);
    }
    return rows;
  }

  /** Returns the texts of an exception and of all its causes, one per line. */
  static String messages(Throwable e) {
    StringBuilder messages = new StringBuilder();
    for (Throwable one = e; one != null; one = one.getCause()) {
      messages.append(one).append('\n');
    }
    return messages.toString();
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
