/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Lookup joins of every data type, in SQL on stock Flink against a real server. */
@Tag("slow")
class RedisLookupSqlTest {

  private static LookupSession session;
  private Jedis redis;

  /** Made by the test itself: Flink's planner works in the thread that has made it only. */
  private StreamTableEnvironment tables;

  @BeforeAll
  static void startServer() throws Exception {
    session = LookupSession.start();
  }

  @AfterAll
  static void stopServer() throws Exception {
    session.close();
  }

  @BeforeEach
  void empty() {
    redis = session.redis();
    redis.flushDB();
  }

  private void create(String name, String columns, String options) {
    tables = LookupSession.tables();
    tables.executeSql(
        "CREATE VIEW orders AS SELECT id, who, PROCTIME() AS t"
            + " FROM (VALUES (1, 'ann'), (2, 'bob'), (3, 'eve')) AS v(id, who)");
    tables.executeSql(
        String.format(
            "CREATE TABLE %s (%s) WITH (%s, %s)", name, columns, session.connector(), options));
  }

  private void createUsers() {
    create(
        "users",
        "name STRING, age INT, city STRING, PRIMARY KEY (name) NOT ENFORCED",
        "'data-type' = 'hash', 'key.prefix' = 'user:'");
    redis.hset("user:ann", Map.of("age", "31", "city", "Kiel"));
    redis.hset("user:bob", Map.of("city", "Bonn"));
  }

  private static String join(String select, String kind, String table, String on) {
    return String.format(
        "SELECT %s FROM orders AS o %s JOIN %s FOR SYSTEM_TIME AS OF o.t AS r ON %s",
        select, kind, table, on);
  }

  @Test
  void readsStrings() {
    create("ads", "ad STRING, campaign STRING, PRIMARY KEY (ad) NOT ENFORCED", "'ttl' = '1 d'");
    redis.set("ann", "c1");
    redis.set("eve", "");

    assertThat(rowsOf(join("o.id, r.ad, r.campaign", "", "ads", "r.ad = o.who")))
        .containsExactly("+I[1, ann, c1]", "+I[3, eve, ]");
    assertThat(rowsOf(join("o.id, r.campaign", "LEFT", "ads", "r.ad = o.who")))
        .containsExactly("+I[1, c1]", "+I[2, null]", "+I[3, ]");
  }

  @Test
  void readsHashes() {
    createUsers();

    assertThat(rowsOf(join("o.id, r.*", "LEFT", "users", "r.name = o.who")))
        .containsExactly(
            "+I[1, ann, 31, Kiel]", "+I[2, bob, null, Bonn]", "+I[3, null, null, null]");
  }

  @Test
  void aHashWithoutAnyOfTheFieldsIsARowOfNulls() {
    createUsers();

    assertThat(rowsOf(join("o.id, r.age", "", "users", "r.name = o.who")))
        .containsExactly("+I[1, 31]", "+I[2, null]");
    assertThat(rowsOf(join("o.id", "", "users", "r.name = o.who")))
        .containsExactly("+I[1]", "+I[2]");
  }

  @Test
  void readsOnlyTheColumnsThatTheQueryUses() {
    createUsers();

    assertThat(tables.explainSql(join("o.id, r.city", "", "users", "r.name = o.who")))
        .contains("select=[id, who0, name, city]");
    redis.hset("user:ann", "age", "no number");
    assertThat(rowsOf(join("o.id, r.city", "", "users", "r.name = o.who")))
        .containsExactly("+I[1, Kiel]", "+I[2, Bonn]");
  }

  private List<String> rowsOf(String query) {
    return LookupSession.rows(tables, query);
  }

  @Test
  void readsFieldsOfAHash() {
    create(
        "limits",
        "tariff STRING, who STRING, amount DECIMAL(6, 2), PRIMARY KEY (tariff, who) NOT ENFORCED",
        "'data-type' = 'hash-field'");
    redis.hset("day", Map.of("ann", "3.5", "bob", "12"));

    String byField =
        join("o.id, r.tariff, r.amount", "", "limits", "r.who = o.who AND r.tariff = 'day'");
    assertThat(rowsOf(byField)).containsExactly("+I[1, day, 3.50]", "+I[2, day, 12.00]");
    String byKey = join("o.id, r.who, r.amount", "LEFT", "limits", "r.tariff = 'day' AND o.id < 2");
    assertThat(rowsOf(byKey))
        .containsExactlyInAnyOrder(
            "+I[1, ann, 3.50]", "+I[1, bob, 12.00]", "+I[2, null, null]", "+I[3, null, null]");
  }

  @Test
  void readsSets() {
    create(
        "tags",
        "who STRING, tag INT, PRIMARY KEY (who, tag) NOT ENFORCED",
        "'data-type' = 'set', 'key.prefix' = 'tags:'");
    redis.sadd("tags:ann", "1", "7");
    redis.sadd("tags:eve", "4");

    assertThat(rowsOf(join("o.id, r.tag", "LEFT", "tags", "r.who = o.who")))
        .containsExactlyInAnyOrder("+I[1, 1]", "+I[1, 7]", "+I[2, null]", "+I[3, 4]");
    assertThat(rowsOf(join("o.id, r.tag", "", "tags", "r.who = o.who AND r.tag = o.id")))
        .containsExactly("+I[1, 1]");
    assertThat(session.calls("sismember")).isPositive();
  }

  /** Flink leaves the comparison of every column to the source. */
  @Test
  void comparesColumnsThatAreNoKey() {
    createUsers();
    redis.hset("user:eve", Map.of("age", "3"));

    assertThat(rowsOf(join("o.who", "", "users", "r.name = o.who AND r.age = o.id")))
        .containsExactly("+I[eve]");
    assertThat(rowsOf(join("o.who, r.city", "LEFT", "users", "r.age = o.id AND r.name = o.who")))
        .containsExactly("+I[ann, null]", "+I[bob, null]", "+I[eve, null]");
    assertThat(rowsOf(join("o.who", "", "users", "r.name = o.who AND r.city = 'Bonn'")))
        .containsExactly("+I[bob]");
  }

  @Test
  void makesAKeyOfSeveralColumnsInAnyOrder() {
    create(
        "prices",
        "price DOUBLE, id INT, who STRING, PRIMARY KEY (who, id) NOT ENFORCED",
        "'key.prefix' = 'price:', 'key.delimiter' = '/'");
    redis.set("price:ann/1", "2.5");
    redis.set("price:bob/1", "9");

    assertThat(rowsOf(join("o.id, r.price", "", "prices", "r.id = o.id AND r.who = o.who")))
        .containsExactly("+I[1, 2.5]");
    assertThat(rowsOf(join("o.who, r.price", "", "prices", "1 = r.id AND o.who = r.who")))
        .containsExactly("+I[ann, 2.5]", "+I[bob, 9.0]");
  }

  @Test
  void readsEveryType() {
    create(
        "types",
        "who STRING, a BOOLEAN, b TINYINT, c SMALLINT, d BIGINT, e FLOAT, f DOUBLE, g DATE,"
            + " h TIME, i TIMESTAMP(3), j BYTES, k CHAR(2), PRIMARY KEY (who) NOT ENFORCED",
        "'data-type' = 'hash'");
    redis.hset(
        "ann",
        Map.ofEntries(
            Map.entry("a", "true"),
            Map.entry("b", "-1"),
            Map.entry("c", "300"),
            Map.entry("d", "9000000000"),
            Map.entry("e", "0.5"),
            Map.entry("f", "1e-3"),
            Map.entry("g", "2024-02-29"),
            Map.entry("h", "12:00:01"),
            Map.entry("i", "2024-02-29 12:00:01.25"),
            Map.entry("j", "hi"),
            Map.entry("k", "ok")));

    assertThat(rowsOf(join("r.*", "", "types", "r.who = o.who")))
        .containsExactly(
            "+I[ann, true, -1, 300, 9000000000, 0.5, 0.001, 2024-02-29, 12:00:01,"
                + " 2024-02-29T12:00:01.250, [104, 105], ok]");
  }

  @Test
  void aNullMatchesNothing() {
    createUsers();
    redis.hset("user:", Map.of("age", "1"));
    tables.executeSql(
        "CREATE VIEW nobody AS SELECT CAST(NULL AS STRING) AS who, PROCTIME() AS t"
            + " FROM (VALUES (1)) AS v(x)");

    assertThat(
            rowsOf(
                "SELECT r.age FROM nobody AS o LEFT JOIN users FOR SYSTEM_TIME AS OF o.t AS r"
                    + " ON r.name = o.who"))
        .containsExactly("+I[null]");
  }

  @Test
  void refusesAJoinWithoutTheKey() {
    createUsers();

    assertThatThrownBy(() -> tables.explainSql(join("r.name", "", "users", "r.age = o.id")))
        .satisfies(
            e ->
                assertThat(LookupSession.messages(e))
                    .contains(
                        "the join must compare column 'name' for equality, as the Redis key is made"
                            + " of it"));
  }

  @Test
  void refusesToReadAWholeTable() {
    createUsers();

    assertThatThrownBy(() -> tables.explainSql("SELECT * FROM users"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Redis table default_catalog.default_database.users cannot be read as a whole, only"
                + " looked up by key: ... JOIN default_catalog.default_database.users FOR"
                + " SYSTEM_TIME AS OF <the other table's PROCTIME() column> AS r ON r.<key column>"
                + " = ...");
  }

  @Test
  void refusesToReadLists() {
    create("events", "id STRING, event STRING", "'data-type' = 'list'");

    assertThatThrownBy(() -> tables.explainSql(join("r.event", "", "events", "r.id = o.who")))
        .hasRootCauseInstanceOf(ValidationException.class)
        .hasRootCauseMessage(
            "Redis table default_catalog.default_database.events: tables with 'data-type' = 'list'"
                + " can only be written to, not be read.");
  }
}
