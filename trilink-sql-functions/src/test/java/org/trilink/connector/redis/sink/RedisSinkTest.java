/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.connector.redis.RedisSql.PASSWORD;
import static org.trilink.connector.redis.RedisSql.after;
import static org.trilink.connector.redis.RedisSql.before;
import static org.trilink.connector.redis.RedisSql.delete;
import static org.trilink.connector.redis.RedisSql.insert;
import static org.trilink.connector.redis.RedisSql.with;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.util.ExceptionUtils;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.connector.redis.RedisSql;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;

/** Tests what INSERT statements leave in a server, for every data type and command. */
@Tag("slow")
class RedisSinkTest {

  private static RedisTestServer server;

  private Jedis redis;
  private RedisSql sql;

  @BeforeAll
  static void startServer() throws Exception {
    server = RedisTestServer.started(PASSWORD);
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  @BeforeEach
  void connect() {
    redis = server.connect();
    redis.select(1);
    redis.flushAll();
    sql = new RedisSql();
  }

  @AfterEach
  void disconnect() {
    redis.close();
  }

  // ---------------------------------------------------------------------------------- string

  @Test
  void setsStrings() throws Exception {
    sql.run(
        "CREATE TABLE ads (ad STRING, campaign STRING, PRIMARY KEY (ad) NOT ENFORCED)"
            + with(server, "key.prefix=ad:"));
    sql.run("INSERT INTO ads VALUES ('a1', 'c1'), ('a2', 'c2'), ('ä', ''), ('a1', 'c3')");

    assertThat(redis.keys("*")).containsExactlyInAnyOrder("ad:a1", "ad:a2", "ad:ä");
    assertThat(redis.get("ad:a2")).isEqualTo("c2");
    assertThat(redis.get("ad:ä")).isEmpty();
    assertThat(redis.ttl("ad:a2")).as("no expiry").isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "100"})
  void followsAChangelogOfStrings(String flushRows) throws Exception {
    sql.run(
        "CREATE TABLE counts (k STRING, n INT, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "sink.buffer-flush.max-rows=" + flushRows));
    redis.set("null", "from before");
    sql.changes(
        "changes",
        List.of("k STRING", "n INT"),
        insert("updated", 1),
        insert("deleted", 1),
        insert("back", 1),
        before("updated", 1),
        after("updated", 2),
        delete("deleted", 1),
        delete("back", 1),
        insert("back", 3),
        insert("null", null));
    sql.run("INSERT INTO counts SELECT * FROM changes");

    assertThat(redis.keys("*")).containsExactlyInAnyOrder("updated", "back");
    assertThat(redis.get("updated")).isEqualTo("2");
    assertThat(redis.get("back")).isEqualTo("3");
  }

  /** Flink would deal out inserts to the subtasks in turn. */
  @Test
  void writesTheLastOfSeveralInsertsAtAnotherParallelism() throws Exception {
    sql.run(
        "CREATE TABLE latest (k STRING, n INT, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "sink.parallelism=3"));
    String rows =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "('k%d', %d)".formatted(i % 20, i / 20))
            .collect(Collectors.joining(", "));
    sql.run("INSERT INTO latest SELECT k, n FROM (VALUES " + rows + ") AS t (k, n)");

    assertThat(redis.keys("*"))
        .hasSize(20)
        .allSatisfy(k -> assertThat(redis.get(k)).isEqualTo("49"));
  }

  @Test
  void writesTheLastOfAGroupsUpdates() throws Exception {
    sql.run(
        "CREATE TABLE counts (k INT, n BIGINT, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "sink.buffer-flush.max-rows=3"));
    sql.run(
        "CREATE TABLE numbers (i INT) WITH ('connector' = 'datagen', 'number-of-rows' = '1000',"
            + " 'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '999')");
    sql.run("INSERT INTO counts SELECT i / 10, COUNT(*) FROM numbers GROUP BY i / 10");

    assertThat(redis.dbSize()).isEqualTo(100);
    for (String key : redis.keys("*")) {
      assertThat(redis.get(key)).isEqualTo("10");
    }
  }

  // ------------------------------------------------------------------------------------ hash

  @Test
  void setsTheFieldsOfHashesAndDropsThoseThatAreNull() throws Exception {
    sql.run(
        "CREATE TABLE windows (w STRING, seen_count BIGINT, time_updated BIGINT,"
            + " PRIMARY KEY (w) NOT ENFORCED)"
            + with(server, "data-type=hash"));
    redis.hset("w1", Map.of("time_updated", "5", "other", "stays"));
    sql.run(
        "INSERT INTO windows VALUES ('w1', 7, CAST(NULL AS BIGINT)), ('w2', 8, 17000000000001)");

    assertThat(redis.hgetAll("w1")).isEqualTo(Map.of("seen_count", "7", "other", "stays"));
    assertThat(redis.hgetAll("w2"))
        .isEqualTo(Map.of("seen_count", "8", "time_updated", "17000000000001"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "100"})
  void followsAChangelogOfHashes(String flushRows) throws Exception {
    sql.run(
        "CREATE TABLE people (k STRING, name STRING, age INT, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "data-type=hash", "sink.buffer-flush.max-rows=" + flushRows));
    redis.hset("gone", "other", "stays");
    sql.changes(
        "changes",
        List.of("k STRING", "name STRING", "age INT"),
        insert("p", "Ann", 30),
        insert("gone", "Bob", 40),
        insert("all gone", "Bob", 40),
        before("p", "Ann", 30),
        after("p", "Ann", null),
        delete("gone", "Bob", 40),
        delete("all gone", "Bob", 40));
    sql.run("INSERT INTO people SELECT * FROM changes");

    assertThat(redis.keys("*")).containsExactlyInAnyOrder("p", "gone");
    assertThat(redis.hgetAll("p")).isEqualTo(Map.of("name", "Ann"));
    assertThat(redis.hgetAll("gone")).isEqualTo(Map.of("other", "stays"));
  }

  @Test
  void addsToTheFieldsOfHashes() throws Exception {
    sql.run(
        "CREATE TABLE sums (k STRING, n BIGINT, x DOUBLE, d DECIMAL(6, 2),"
            + " PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "data-type=hash", "sink.command=hincrby"));
    sql.run(
        "INSERT INTO sums VALUES ('a', 1, 0.5, 1.10), ('a', -4, 1.0, 1.15),"
            + " ('a', CAST(NULL AS BIGINT), CAST(NULL AS DOUBLE), CAST(NULL AS DECIMAL(6, 2)))");

    assertThat(redis.hgetAll("a")).isEqualTo(Map.of("n", "-3", "x", "1.5", "d", "2.25"));
  }

  // ------------------------------------------------------------------------------ hash-field

  @ParameterizedTest
  @ValueSource(strings = {"1", "100"})
  void followsAChangelogOfHashFields(String flushRows) throws Exception {
    sql.run(
        "CREATE TABLE windows (campaign STRING, w INT, id STRING,"
            + " PRIMARY KEY (campaign, w) NOT ENFORCED)"
            + with(server, "data-type=hash-field", "sink.buffer-flush.max-rows=" + flushRows));
    sql.changes(
        "changes",
        List.of("campaign STRING", "w INT", "id STRING"),
        insert("c1", 0, "u0"),
        insert("c1", 10, "u1"),
        insert("c2", 0, "u2"),
        before("c1", 0, "u0"),
        after("c1", 0, "u3"),
        delete("c1", 10, "u1"),
        insert("c1", 20, null));
    sql.run("INSERT INTO windows SELECT * FROM changes");

    assertThat(redis.hgetAll("c1")).isEqualTo(Map.of("0", "u3"));
    assertThat(redis.hgetAll("c2")).isEqualTo(Map.of("0", "u2"));
  }

  @Test
  void addsToFieldsOfHashes() throws Exception {
    sql.run(
        "CREATE TABLE seen (campaign STRING, ad STRING, n INT,"
            + " PRIMARY KEY (campaign, ad) NOT ENFORCED)"
            + with(server, "data-type=hash-field", "sink.command=hincrby"));
    sql.run(
        "INSERT INTO seen VALUES ('c', 'a', 2), ('c', 'b', 5), ('c', 'a', 3),"
            + " ('c', 'a', CAST(NULL AS INT))");

    assertThat(redis.hgetAll("c")).isEqualTo(Map.of("a", "5", "b", "5"));
  }

  // ------------------------------------------------------------------------------- set, list

  @Test
  void followsAChangelogOfSets() throws Exception {
    sql.run(
        "CREATE TABLE campaigns (k STRING, m STRING, PRIMARY KEY (k, m) NOT ENFORCED)"
            + with(server, "data-type=set"));
    sql.changes(
        "changes",
        List.of("k STRING", "m STRING"),
        insert("campaigns", "c1"),
        insert("campaigns", "c2"),
        insert("others", "c1"),
        delete("campaigns", "c2"));
    sql.run("INSERT INTO campaigns SELECT * FROM changes");

    assertThat(redis.smembers("campaigns")).containsExactly("c1");
    assertThat(redis.smembers("others")).containsExactly("c1");
  }

  @Test
  void pushesToTheEndsOfLists() throws Exception {
    sql.run(
        "CREATE TABLE log (k STRING, entry INT)"
            + with(server, "data-type=list", "sink.parallelism=1"));
    sql.run(
        "CREATE TABLE latest (entry INT, k STRING)"
            + with(
                server,
                "data-type=list",
                "sink.command=lpush",
                "key.columns=k",
                "key.prefix=latest:",
                "sink.parallelism=1"));
    sql.changes("changes", List.of("k STRING", "n INT"), insert("a", 1), insert("a", 2));
    sql.run(
        "CREATE TEMPORARY VIEW entries AS SELECT k, n FROM (VALUES ('a', 1), ('a', 2), ('a', 1)) AS"
            + " t (k, n)");
    sql.run("INSERT INTO log SELECT k, n FROM entries");
    sql.run("INSERT INTO latest SELECT n, k FROM entries WHERE n > 0");

    assertThat(redis.lrange("a", 0, -1)).containsExactlyInAnyOrder("1", "2", "1");
    assertThat(redis.lrange("latest:a", 0, -1)).containsExactlyInAnyOrder("1", "2", "1");
  }

  // ----------------------------------------------------- updates that change the primary key

  @ParameterizedTest
  @CsvSource({"1, 1", "100, 1", "1, 3", "100, 3"})
  void movesMembersThatAnUpdateChanges(String flushRows, String parallelism) throws Exception {
    sql.run(
        "CREATE TABLE by_count (c BIGINT, k STRING, PRIMARY KEY (c, k) NOT ENFORCED)"
            + with(
                server,
                "data-type=set",
                "sink.buffer-flush.max-rows=" + flushRows,
                "sink.parallelism=" + parallelism));
    sql.changes("words", List.of("k STRING"), insert("a"), insert("b"), insert("a"));
    sql.run("INSERT INTO by_count SELECT COUNT(*), k FROM words GROUP BY k");

    assertThat(redis.keys("*")).containsExactlyInAnyOrder("1", "2");
    assertThat(redis.smembers("1")).containsExactly("b");
    assertThat(redis.smembers("2")).containsExactly("a");
  }

  /** Makes a view of one row for each {@code id}, where updates change {@code k}. */
  private void latestRows() {
    sql.changes(
        "inserts",
        List.of("id INT", "k STRING", "v STRING"),
        insert(1, "a", "moves"),
        insert(2, "a", "stays"),
        insert(3, "a", "comes back"),
        insert(4, "a", "old value"),
        insert(1, "b", "moved"),
        insert(3, "b", "is away"),
        insert(4, "a", "new value"),
        insert(3, "a", "is back"));
    sql.environment()
        .executeSql(
            "CREATE TEMPORARY VIEW latest AS"
                + " SELECT id, LAST_VALUE(k) AS k, LAST_VALUE(v) AS v FROM inserts GROUP BY id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "100"})
  void movesStringsThatAnUpdateChanges(String flushRows) throws Exception {
    latestRows();
    sql.run(
        "CREATE TABLE strings (k STRING, id INT, v STRING, PRIMARY KEY (k, id) NOT ENFORCED)"
            + with(server, "sink.buffer-flush.max-rows=" + flushRows));
    sql.run("INSERT INTO strings SELECT k, id, v FROM latest");

    assertThat(redis.keys("*")).containsExactlyInAnyOrder("a:2", "a:3", "a:4", "b:1");
    assertThat(redis.mget("a:2", "a:3", "a:4", "b:1"))
        .containsExactly("stays", "is back", "new value", "moved");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "100"})
  void movesHashesThatAnUpdateChanges(String flushRows) throws Exception {
    latestRows();
    redis.hset("a:1", "other", "stays");
    sql.run(
        "CREATE TABLE hashes (k STRING, id INT, v STRING, PRIMARY KEY (k, id) NOT ENFORCED)"
            + with(server, "data-type=hash", "sink.buffer-flush.max-rows=" + flushRows));
    sql.run("INSERT INTO hashes SELECT k, id, v FROM latest");

    assertThat(redis.keys("*")).containsExactlyInAnyOrder("a:1", "a:2", "a:3", "a:4", "b:1");
    assertThat(redis.hgetAll("a:1")).isEqualTo(Map.of("other", "stays"));
    assertThat(redis.hgetAll("a:2")).isEqualTo(Map.of("v", "stays"));
    assertThat(redis.hgetAll("a:3")).isEqualTo(Map.of("v", "is back"));
    assertThat(redis.hgetAll("a:4")).isEqualTo(Map.of("v", "new value"));
    assertThat(redis.hgetAll("b:1")).isEqualTo(Map.of("v", "moved"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "100"})
  void movesFieldsOfHashesThatAnUpdateChanges(String flushRows) throws Exception {
    latestRows();
    sql.run(
        "CREATE TABLE fields (k STRING, id INT, v STRING, PRIMARY KEY (k, id) NOT ENFORCED)"
            + with(server, "data-type=hash-field", "sink.buffer-flush.max-rows=" + flushRows));
    sql.run("INSERT INTO fields SELECT k, id, v FROM latest");

    assertThat(redis.keys("*")).containsExactlyInAnyOrder("a", "b");
    assertThat(redis.hgetAll("a"))
        .isEqualTo(Map.of("2", "stays", "3", "is back", "4", "new value"));
    assertThat(redis.hgetAll("b")).isEqualTo(Map.of("1", "moved"));
  }

  /** The new row's subtask is not always the old row's. */
  @Test
  void movesRowsToAnotherSubtask() throws Exception {
    latestRows();
    sql.run(
        "CREATE TABLE fields (k STRING, id INT, v STRING, PRIMARY KEY (k, id) NOT ENFORCED)"
            + with(server, "data-type=hash-field", "sink.parallelism=3"));
    sql.run("INSERT INTO fields SELECT k, id, v FROM latest");

    assertThat(redis.hgetAll("a"))
        .isEqualTo(Map.of("2", "stays", "3", "is back", "4", "new value"));
    assertThat(redis.hgetAll("b")).isEqualTo(Map.of("1", "moved"));
  }

  /** Another row has taken the key before the deletion comes. */
  @ParameterizedTest
  @CsvSource({"AUTO, 1", "AUTO, 100", "NONE, 1", "NONE, 100"})
  void aLateDeletionNeedsTheUpsertsMaterialized(String materialize, String flushRows)
      throws Exception {
    sql.environment()
        .getConfig()
        .getConfiguration()
        .setString("table.exec.sink.upsert-materialize", materialize);
    sql.changes(
        "changes",
        List.of("k STRING", "v STRING"),
        insert("a", "moves"),
        insert("a", "takes its place"),
        before("a", "moves"),
        after("b", "moved"));
    sql.run(
        "CREATE TABLE strings (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "sink.buffer-flush.max-rows=" + flushRows));
    sql.run("INSERT INTO strings SELECT k, v FROM changes");

    assertThat(redis.get("b")).isEqualTo("moved");
    assertThat(redis.get("a")).isEqualTo(materialize.equals("NONE") ? null : "takes its place");
  }

  // ------------------------------------------------------------------------------- ttl, keys

  @Test
  void letsWholeKeysExpire() throws Exception {
    sql.run(
        "CREATE TABLE strings (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "ttl=1 h", "key.prefix=string:"));
    sql.run(
        "CREATE TABLE fields (k STRING, f STRING, v INT, PRIMARY KEY (k, f) NOT ENFORCED)"
            + with(server, "ttl=1 h", "data-type=hash-field", "key.prefix=hash:"));
    sql.run(
        "CREATE TABLE log (k STRING, v STRING)"
            + with(server, "ttl=200 ms", "data-type=list", "key.prefix=list:"));
    sql.run("INSERT INTO strings VALUES ('a', 'x')");
    sql.run("INSERT INTO fields VALUES ('a', 'f', 1), ('a', 'g', 2), ('b', 'f', 3)");
    sql.run("INSERT INTO log VALUES ('a', 'x')");

    for (String key : List.of("string:a", "hash:a", "hash:b")) {
      assertThat(redis.pttl(key)).as(key).isBetween(3_500_000L, 3_600_000L);
    }
    Await.until("list that expires", () -> !redis.exists("list:a"));
  }

  /** The values are new, the expiries are those from before. */
  @ParameterizedTest
  @CsvSource({
    "string, , v STRING, k, 'x', set",
    "hash, , v STRING, k, 'x', hset",
    "hash, hincrby, v INT, k, 5, hset",
    "hash-field, , v STRING, 'k, f', 'x', hset",
    "hash-field, hincrby, v INT, 'k, f', 5, hset",
    "set, , , 'k, f', , sadd",
    "list, rpush, v STRING, , 'x', rpush",
    "list, lpush, v STRING, , 'x', rpush",
  })
  void onlyNewKeysGetAnExpiry(
      String type, String command, String column, String primaryKey, String value, String before)
      throws Exception {
    boolean hasField = primaryKey != null && primaryKey.contains("f");
    sql.run(
        "CREATE TABLE t (k STRING"
            + (hasField ? ", f STRING" : "")
            + (column == null ? "" : ", " + column)
            + (primaryKey == null ? "" : ", PRIMARY KEY (" + primaryKey + ") NOT ENFORCED")
            + ")"
            + with(
                server,
                "ttl=1 h",
                "ttl.on=new-key",
                "data-type=" + type,
                command == null ? "" : "sink.command=" + command));
    for (String key : List.of("expires", "stays")) {
      switch (before) {
        case "set" -> redis.set(key, "old");
        case "hset" -> redis.hset(key, "w", "7");
        case "sadd" -> redis.sadd(key, "old");
        default -> redis.rpush(key, "old");
      }
    }
    redis.pexpire("expires", 60_000);
    String rest = (hasField ? ", 'f'" : "") + (value == null ? "" : ", " + literal(column, value));
    for (int run = 0; run < 2; run++) {
      sql.run("INSERT INTO t VALUES ('expires'%1$s), ('stays'%1$s), ('new'%1$s)".formatted(rest));
      assertThat(redis.pttl("expires")).as("of somebody else").isBetween(1L, 60_000L);
      assertThat(redis.pttl("stays")).as("had none").isBetween(3_000_000L, 3_600_000L);
      assertThat(redis.pttl("new")).isBetween(run == 0 ? 3_000_000L : 1L, 3_600_000L);
      redis.pexpire("new", 60_000);
    }
    assertThat(redis.pttl("new")).isBetween(1L, 60_000L);
    assertThat(redis.keys("*")).containsExactlyInAnyOrder("expires", "stays", "new");
    if (type.equals("string")) {
      assertThat(redis.mget("expires", "stays", "new")).containsExactly("x", "x", "x");
    }
  }

  private static String literal(String column, String value) {
    return column.endsWith("INT") ? value : "'" + value + "'";
  }

  /** A deletion takes the expiry along. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "100"})
  void aKeyThatIsCreatedAgainGetsANewExpiry(String flushRows) throws Exception {
    sql.run(
        "CREATE TABLE people (k STRING, name STRING, age INT, PRIMARY KEY (k) NOT ENFORCED)"
            + with(
                server,
                "ttl=1 h",
                "ttl.on=new-key",
                "data-type=hash",
                "sink.buffer-flush.max-rows=" + flushRows));
    redis.hset("gone", Map.of("name", "Ann", "age", "3"));
    redis.pexpire("gone", 60_000);
    redis.hset("back", Map.of("name", "Ann", "age", "3"));
    redis.pexpire("back", 60_000);
    sql.changes(
        "changes",
        List.of("k STRING", "name STRING", "age INT"),
        insert("gone", "Ann", 3),
        insert("back", "Ann", 3),
        delete("gone", "Ann", 3),
        delete("back", "Ann", 3));
    sql.run("INSERT INTO people SELECT * FROM changes");
    assertThat(redis.keys("*")).isEmpty();
    sql.run("INSERT INTO people VALUES ('back', 'Bob', 4)");

    assertThat(redis.keys("*")).containsExactly("back");
    assertThat(redis.pttl("back")).isBetween(3_000_000L, 3_600_000L);
  }

  @Test
  void makesAKeyOfSeveralColumns() throws Exception {
    sql.run(
        "CREATE TABLE counts (day_ DATE, region STRING, kind STRING, n INT,"
            + " PRIMARY KEY (region, day_, kind) NOT ENFORCED)"
            + with(server, "data-type=hash-field", "key.columns=region;day_", "key.prefix=n/"));
    sql.run("INSERT INTO counts VALUES (DATE '2024-02-29', 'north', 'x', 3)");

    assertThat(redis.hgetAll("n/north:2024-02-29")).isEqualTo(Map.of("x", "3"));
    assertThatThrownBy(
            () -> sql.run("INSERT INTO counts VALUES (DATE '2024-02-29', 'a:b', 'x', 3)"))
        .hasStackTraceContaining(
            "Redis: in the key 'n/a:b:2024-02-29' of the columns [region, day_], ':' occurs not"
                + " only between the columns, so other rows could have the same key; choose another"
                + " 'key.delimiter'.");
  }

  // ---------------------------------------------------------------------------------- errors

  @Test
  void tellsThatAKeyHoldsAnotherType() throws Exception {
    redis.rpush("taken", "x");
    sql.run(
        "CREATE TABLE people (k STRING, name STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "data-type=hash"));

    assertThatThrownBy(() -> sql.run("INSERT INTO people VALUES ('free', 'A'), ('taken', 'B')"))
        .hasStackTraceContaining(
            "Redis table default_catalog.default_database.people: at the key 'taken' there is a"
                + " list, but 'data-type' = 'hash' writes a hash (HSET); delete the key, or choose"
                + " another 'key.prefix'.");
  }

  @Test
  void tellsThatAFieldHoldsNoNumber() throws Exception {
    redis.hset("k", "n", "many");
    sql.run(
        "CREATE TABLE sums (k STRING, n INT, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "data-type=hash", "sink.command=hincrby"));

    assertThatThrownBy(() -> sql.run("INSERT INTO sums VALUES ('k', 1)"))
        .hasStackTraceContaining("HINCRBY at the key 'k' failed: ERR hash value is not an integer");
  }

  @Test
  void refusesNullsInListsAndKeys() throws Exception {
    sql.run("CREATE TABLE log (k STRING, v STRING)" + with(server, "data-type=list"));

    assertThatThrownBy(() -> sql.run("INSERT INTO log VALUES ('k', CAST(NULL AS STRING))"))
        .hasStackTraceContaining(
            "Redis: column 'v' is NULL for the key 'k', and a list has no NULLs");
    assertThatThrownBy(() -> sql.run("INSERT INTO log VALUES (CAST(NULL AS STRING), 'v')"))
        .hasStackTraceContaining("Redis: column 'k', which is part of the Redis key, is NULL");
  }

  @Test
  void refusesUpdatesOfWhatIsOnlyAdded() throws Exception {
    sql.run("CREATE TABLE log (k STRING, n BIGINT)" + with(server, "data-type=list"));
    sql.run(
        "CREATE TABLE sums (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED)"
            + with(server, "data-type=hash", "sink.command=hincrby"));

    for (String table : List.of("log", "sums")) {
      assertThatThrownBy(
              () ->
                  sql.run(
                      "INSERT INTO "
                          + table
                          + " SELECT k, COUNT(*) FROM (VALUES ('a')) AS t (k) GROUP BY k"))
          .hasMessageContaining("doesn't support consuming update changes");
    }
  }

  @Test
  void namesTheServerThatCannotBeUsedAndNeverThePassword() throws Exception {
    int free = RedisTestServer.freePort();
    String here = "127.0.0.1:" + server.port();
    assertCannotWrite(
        "cannot use standalone 127.0.0.1:" + free + ", database 0:",
        "check 'nodes' and that the server runs.",
        "nodes=127.0.0.1:" + free);
    assertCannotWrite(
        "cannot use standalone " + here + ", database 1: WRONGPASS",
        "check 'username' and 'password'.",
        "nodes=" + here,
        "password=not this one",
        "database=1");
    assertCannotWrite(
        "cannot use standalone " + here + ", database 0: NOAUTH",
        "check 'username' and 'password'.",
        "nodes=" + here);
    assertCannotWrite(
        "cannot use standalone " + here + ", database 99: ERR DB index is out of range",
        "check 'database'.",
        "nodes=" + here,
        "password=" + PASSWORD,
        "database=99");
  }

  private void assertCannotWrite(String what, String remedy, String... options) throws Exception {
    sql.run("DROP TABLE IF EXISTS t");
    sql.run("CREATE TABLE t (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)" + with(options));
    ThrowingCallable insert = () -> sql.run("INSERT INTO t VALUES ('k', 'v')");
    assertThatThrownBy(insert)
        .hasStackTraceContaining("Redis table default_catalog.default_database.t: " + what)
        .hasStackTraceContaining(remedy)
        .satisfies(
            e -> assertThat(ExceptionUtils.stringifyException(e)).doesNotContain("not this one"));
  }

  @Test
  void logsInAsAUser() throws Exception {
    redis.aclSetUser("writer", "on", ">pencil", "~w:*", "+@all");
    sql.run(
        "CREATE TABLE w (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with(
                "nodes=127.0.0.1:" + server.port(),
                "username=writer",
                "password=pencil",
                "database=1",
                "key.prefix=w:"));
    sql.run("INSERT INTO w VALUES ('k', 'v')");
    assertThat(redis.get("w:k")).isEqualTo("v");

    sql.run(
        "CREATE TABLE x (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with("nodes=127.0.0.1:" + server.port(), "username=writer", "password=pencil"));
    assertThatThrownBy(() -> sql.run("INSERT INTO x VALUES ('k', 'v')"))
        .hasStackTraceContaining("SET at the key 'k' failed: NOPERM");
  }
}
