package org.trilink.connector.redis.lookup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.trilink.runtime.merge.store.RedisTestServer;
import redis.clients.jedis.Jedis;

/** Stock Flink and a Redis server of its own. */
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

  static TableEnvironment tables() {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.getConfig().getConfiguration().setString("parallelism.default", "1");
    return tables;
  }

  /** The rows of a query as text, sorted. */
  static List<String> rows(TableEnvironment tables, String query) throws Exception {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
      results.forEachRemaining(row -> rows.add(row.toString()));
    }
    Collections.sort(rows);
    return rows;
  }

  /** What all causes say. */
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
