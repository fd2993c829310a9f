/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.FlinkRest;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/**
 * Every process of a cluster is killed and started again by command, under a job that counts rows
 * into Kafka in transactions. The job goes on each time, and its committed counts are exact.
 */
@Tag("nightly")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ClusterFaultsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Takes all four slots, so that no TaskManager can be missed. */
  private static final String JOB =
      """
      SET 'parallelism.default' = '4';
      CREATE TEMPORARY TABLE numbers (id BIGINT, k AS CAST(id % 7 AS INT), p AS PROCTIME()) WITH (
        'connector' = 'datagen', 'rows-per-second' = '200', 'fields.id.kind' = 'sequence',
        'fields.id.start' = '1', 'fields.id.end' = '1000000');
      CREATE TEMPORARY TABLE counts (id BIGINT, c BIGINT) WITH ('connector' = 'kafka',
        'topic' = 'counts', 'properties.bootstrap.servers' = 'BROKER', 'format' = 'csv',
        'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'counts',
        'properties.transaction.timeout.ms' = '600000');
      INSERT INTO counts SELECT id, COUNT(*) OVER (PARTITION BY k ORDER BY p
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM numbers;
      """;

  @TempDir private Path folder;

  @Test
  void aJobGoesOnAfterTheKillOfAnyProcess() throws Exception {
    String stopped = null;
    List<ProcessHandle> processes = List.of();
    try {
      String status = start();
      String url = find("web UI: (\\S+)", status);
      HostAndPort redis = HostAndPort.from(find("Redis: +(\\S+)", status));
      CommittedCounts counts = new CommittedCounts(find("broker: (\\S+)", status));
      try (counts) {
        String job = submit(counts.broker());
        counts.awaitMore();
        setInRedis(redis);

        killAndRestart("taskmanager-1");
        counts.awaitMore();
        killAndRestart("jobmanager");
        counts.awaitMore();
        killAndRestart("broker");
        counts.awaitMore();
        killAndRestart("redis");
        assertThat(getFromRedis(redis)).isEqualTo("kept");
        assertThat(cluster("add-taskmanager").out())
            .matches("started taskmanager-3 \\(process \\d+\\)\n");
        counts.awaitMore();

        counts.assertExact();
        cancel(url, job);
        assertThat(checkpoints(job)).as("checkpoints of the job that was cancelled").isNotEmpty();
      }
      Cli.Result last =
          Await.until(
              "the slots to be free",
              LIMIT,
              this::status,
              shown -> shown.out().contains("6 of 6 free, on 3 TaskManagers"));
      assertThat(last.code()).as(last.out()).isZero();
      assertThat(last.out()).contains("zookeeper");
      processes = processes(last.out());
      assertThat(processes).hasSize(7).allMatch(ProcessHandle::isAlive);
    } finally {
      stopped = cluster("stop").out();
    }

    assertThat(stopped).isEqualTo("stopped\n");
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    assertThat(folder.resolve("cluster")).doesNotExist();
  }

  /** As in the guide, with less memory, and shorter times to detect a loss. */
  private String start() throws Exception {
    Cli.Result started =
        cluster(
            "start",
            "--ha",
            "--taskmanagers=2",
            "--kafka-port=0",
            "--redis-port=0",
            "-Dtaskmanager.memory.process.size=900m",
            "-Dtaskmanager.memory.jvm-metaspace.size=128m",
            "-Dexecution.checkpointing.interval=1 s",
            "-Dexecution.checkpointing.externalized-checkpoint-retention=RETAIN_ON_CANCELLATION",
            "-Dhigh-availability.zookeeper.client.session-timeout=4000");
    assertThat(started.code()).as(started.err()).isZero();
    return started.out();
  }

  private String submit(String broker) throws Exception {
    Path script = Files.writeString(folder.resolve("job.sql"), JOB.replace("BROKER", broker));
    Cli.Result submitted = cli().run("sql-client", workFolder(), "-f", script.toString());
    return find("Job ID: ([0-9a-f]{32})", submitted.out());
  }

  private void killAndRestart(String name) throws Exception {
    String killed = cluster("kill", name).out();
    assertThat(killed).matches("killed %s \\(process \\d+\\)\n".formatted(name));
    assertThat(ProcessHandle.of(Long.parseLong(find("process (\\d+)", killed)))).isEmpty();
    Cli.Result restarted = cluster("restart", name);
    assertThat(restarted.code()).as(restarted.err()).isZero();
    assertThat(restarted.out()).matches("started %s \\(process \\d+\\)\n".formatted(name));
  }

  private Cli.Result status() {
    try {
      return cluster("status");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void setInRedis(HostAndPort address) {
    try (Jedis redis = new Jedis(address)) {
      redis.set("k", "kept");
    }
  }

  private static String getFromRedis(HostAndPort address) {
    try (Jedis redis = new Jedis(address)) {
      return redis.get("k");
    }
  }

  private static void cancel(String url, String job) throws Exception {
    HttpRequest cancel =
        HttpRequest.newBuilder(URI.create(url + "/jobs/" + job + "?mode=cancel"))
            .method("PATCH", BodyPublishers.noBody())
            .build();
    assertThat(HttpClient.newHttpClient().send(cancel, BodyHandlers.ofString()).statusCode())
        .isEqualTo(202);
    Await.until(
        "the job to be cancelled",
        LIMIT,
        () -> new FlinkRest(url).job(job).state(),
        "CANCELED"::equals);
  }

  private List<Path> checkpoints(String job) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("cluster/checkpoints").resolve(job))) {
      return files.filter(file -> file.endsWith("_metadata")).toList();
    }
  }

  private static List<ProcessHandle> processes(String status) {
    return Pattern.compile("running, process (\\d+)")
        .matcher(status)
        .results()
        .map(line -> ProcessHandle.of(Long.parseLong(line.group(1))).orElseThrow())
        .toList();
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  private Cli.Result cluster(String command, String... arguments) throws Exception {
    return cli()
        .run(
            Stream.concat(Stream.of("cluster", command, workFolder()), Arrays.stream(arguments))
                .toArray(String[]::new));
  }

  private String workFolder() {
    return "--work-dir=" + folder.resolve("cluster");
  }

  private Cli cli() {
    return new Cli(Cli.script(), folder);
  }
}
