/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.CatalogView;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.util.ExceptionUtils;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.Trilink;
import org.trilink.planner.testing.CapturedLog;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.SharedCluster;
import redis.clients.jedis.Jedis;

/** A store's password is not shown by EXPLAIN, logs, errors or the cluster's REST API. */
@Tag("slow")
class HideSecretsTest {

  private static final String PASSWORD = "SEKRET-Q0Q";
  private static final String WRONG = "SEKRET-W0W";

  private static final String QUERY = "INSERT INTO s SELECT %s k, COUNT(*) FROM t %s GROUP BY k";

  private static RedisTestServer redis;

  @BeforeAll
  static void start() throws Exception {
    redis = RedisTestServer.started(PASSWORD);
  }

  @AfterAll
  static void stop() throws Exception {
    redis.close();
  }

  @BeforeEach
  void forgetRuns() {
    try (Jedis client = redis.connect()) {
      client.flushAll();
    }
  }

  private static StreamTableEnvironment tables() {
    StreamExecutionEnvironment environment = SharedCluster.environment(1, new Configuration());
    environment.enableCheckpointing(50);
    environment.setRestartStrategy(RestartStrategies.noRestart());
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    Trilink.install(tables);
    tables.executeSql(
        "CREATE TABLE t (k INT) WITH ('connector' = 'datagen', 'rows-per-second' = '100',"
            + " 'fields.k.max' = '9', 'fields.k.min' = '0')");
    tables.executeSql(
        "CREATE TABLE s (k INT, c BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' ="
            + " 'blackhole')");
    return tables;
  }

  private static String merge(String address) {
    return "/*+ TRILINK('exchange'='global-merge', 'global-merge.store'='" + address + "') */";
  }

  private static void assertNoSecret(String what, String text) {
    assertThat(text).as(what).isNotEmpty().doesNotContain("SEKRET");
  }

  private static void assertNoSecret(CapturedLog log) {
    assertThat(String.join("\n", log.lines())).as("log").doesNotContain("SEKRET");
  }

  private static String explain(StreamTableEnvironment tables, String statement) {
    return tables.explainSql(
        statement,
        ExplainDetail.ESTIMATED_COST,
        ExplainDetail.CHANGELOG_MODE,
        ExplainDetail.JSON_EXECUTION_PLAN);
  }

  private static String get(String path) throws Exception {
    URI uri = SharedCluster.restAddress().resolve(path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Everything that the REST API returns about a job. */
  private static String everythingOf(JobClient job) throws Exception {
    String base = "/jobs/" + job.getJobID();
    List<String> paths = new ArrayList<>();
    for (String page :
        List.of(
            "",
            "/config",
            "/plan",
            "/exceptions",
            "/accumulators",
            "/metrics",
            "/checkpoints",
            "/checkpoints/config",
            "/execution-result")) {
      paths.add(base + page);
    }
    paths.addAll(List.of("/jobs/overview", "/config", "/jobmanager/config", "/taskmanagers"));
    Matcher vertex = Pattern.compile("\"id\":\"([0-9a-f]{32})\",\"name\"").matcher(get(base));
    while (vertex.find()) {
      String vertices = base + "/vertices/" + vertex.group(1);
      for (String page :
          List.of(
              "",
              "/accumulators",
              "/metrics",
              "/subtasks/0",
              "/subtasks/metrics",
              "/subtasktimes",
              "/taskmanagers",
              "/watermarks")) {
        paths.add(vertices + page);
      }
    }
    assertThat(paths).as("paths, with those of vertices").hasSizeGreaterThan(13);
    StringBuilder everything = new StringBuilder();
    for (String path : paths) {
      everything.append(path).append(": ").append(get(path)).append('\n');
    }
    return everything.toString();
  }

  /** Waits until the job has merged, which shows that it has the real password. */
  private static void awaitMerged(JobClient job) throws Exception {
    try (Jedis client = redis.connect()) {
      client.select(1);
      while (client.keys("trilink_merge:*:values:*").isEmpty()) {
        assertThat(job.getJobStatus().get()).isNotEqualTo(JobStatus.FAILED);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "table", "view", "session"})
  void ofAJobThatRuns(String place) throws Exception {
    String hint = merge(redis.address());
    try (CapturedLog log = new CapturedLog(Level.DEBUG)) {
      StreamTableEnvironment tables = tables();
      String statement = QUERY.formatted("", "");
      switch (place) {
        case "query" -> statement = QUERY.formatted(hint, "");
        case "table" -> statement = QUERY.formatted("", hint);
        case "view" -> {
          tables.executeSql("CREATE VIEW v AS SELECT * FROM t " + hint);
          statement = "INSERT INTO s SELECT k, COUNT(*) FROM v GROUP BY k";
        }
        case "session" -> {
          Configuration session = tables.getConfig().getConfiguration();
          session.setString("table.optimizer.trilink.exchange", "global-merge");
          session.setString("table.optimizer.trilink.global-merge.store", redis.address());
        }
        default -> throw new IllegalArgumentException(place);
      }
      String explained = explain(tables, statement);
      assertThat(explained)
          .contains("== Abstract Syntax Tree ==", "== Physical Execution Plan ==")
          .contains("global-merge.store=redis://:***@127.0.0.1:" + redis.port() + "/1");
      assertNoSecret("EXPLAIN", explained);

      JobClient job = tables.executeSql(statement).getJobClient().orElseThrow();
      try {
        awaitMerged(job);
        String everything = everythingOf(job);
        assertThat(everything).contains("GlobalMerge", "redis://:***@127.0.0.1");
        assertNoSecret("REST", everything);
      } finally {
        job.cancel().get(1, TimeUnit.MINUTES);
      }
      assertThat(log.lines()).hasSizeGreaterThan(100);
      assertNoSecret(log);
    }
  }

  @Test
  void ofAJobThatFails() throws Exception {
    String address = "redis://:" + WRONG + "@127.0.0.1:" + redis.port();
    try (CapturedLog log = new CapturedLog(Level.DEBUG)) {
      JobClient job =
          tables().executeSql(QUERY.formatted(merge(address), "")).getJobClient().orElseThrow();
      Throwable thrown = catchThrowable(() -> job.getJobExecutionResult().get(1, TimeUnit.MINUTES));

      assertThat(thrown)
          .hasStackTraceContaining("Global merge: redis://:***@127.0.0.1:" + redis.port());
      assertNoSecret("error", ExceptionUtils.stringifyException(thrown));
      String everything = everythingOf(job);
      assertThat(everything).contains("WRONGPASS");
      assertNoSecret("REST", everything);
      assertNoSecret(log);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRILINK('exchange'='global-merge', 'global-merge.store'='redis://:SE/KRET@h')",
        "TRILINK('exchange'='global-merge', 'global-merge.store'='redis://:SEKRET@@')",
        "TRILINK('exchange'='global-merge', 'global-merge.store'=':SEKRET@h')",
        "TRILINK('exchange'='global-merge', 'global-merge.store'='mysql://me:SEKRET@h')",
        "TRILINK('exchange'='global-merge', 'global-merge.store'='jdbc:oracle:me/SEKRET@h')",
        "TRILINK('exchange'='global-merge', 'global-merge.stor'='redis://:SEKRET@h')",
        "TRILINK('exchange'='global-merge', 'redis://:SEKRET@h'='global-merge.store')",
        "TRILINK('exchange'='global-merge', 'global-merge.store' 'redis://:SEKRET@h')",
        "TRILINK('redis://:SEKRET@h')",
        "TRILINK('exchange'='redis://:SEKRET@h')",
        "TRILINK('global-merge.store'='jdbc:mysql://h/d?passwd=SEKRET', 'strict'='true')",
        "TRILINK('global-merge.store'='jdbc:mysql://h/d?p%61ssword=SEKRET', 'strict'='true')",
        "TRILINK('partition.history'='s3://key:SEKRET@bucket/counts.csv', 'strict'='true')"
      })
  void ofAHintThatIsRefused(String hint) {
    try (CapturedLog log = new CapturedLog(Level.DEBUG)) {
      Throwable thrown =
          catchThrowable(() -> tables().executeSql(QUERY.formatted("/*+ " + hint + " */", "")));

      assertThat(thrown).isNotNull();
      assertNoSecret(hint, ExceptionUtils.stringifyException(thrown).replace("SE/KRET", "SEKRET"));
      assertNoSecret(log);
    }
  }

  /** Its text in the catalog is parsed again, by this session or another. */
  @Test
  void aViewKeepsItsPassword() throws Exception {
    StreamTableEnvironment tables = tables();
    tables.executeSql("CREATE VIEW v AS SELECT * FROM t " + merge(redis.address()));

    CatalogView view =
        (CatalogView)
            tables
                .getCatalog("default_catalog")
                .orElseThrow()
                .getTable(new ObjectPath("default_database", "v"));
    assertThat(view.getOriginalQuery()).contains(redis.address());
    assertThat(view.getExpandedQuery()).contains(redis.address());
  }

  /** Two addresses that differ only in the password are different. */
  @Test
  void passwordsDoNotGetMixedUp() throws Exception {
    StreamTableEnvironment tables = tables();
    String wrong = QUERY.formatted(merge(redis.address().replace(PASSWORD, WRONG)), "");
    String right = QUERY.formatted(merge(redis.address()), "");
    assertThat(explain(tables, wrong)).contains("redis://:***@127.0.0.1");
    assertThat(explain(tables, right)).contains("redis://:***2@127.0.0.1");
    assertThat(tables.explainSql(wrong)).contains("redis://:***@127.0.0.1");

    JobClient job = tables.executeSql(right).getJobClient().orElseThrow();
    awaitMerged(job);
    job.cancel().get(1, TimeUnit.MINUTES);
  }

  /** A program may print its own secrets; Trilink prints none. */
  @Test
  void ofPlansThatArePrinted() {
    StreamTableEnvironment tables = tables();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      tables.executeSql("EXPLAIN " + QUERY.formatted(merge(redis.address()), "")).print();
    } finally {
      System.setOut(out);
    }
    assertNoSecret("EXPLAIN", printed.toString(StandardCharsets.UTF_8));
  }
}
