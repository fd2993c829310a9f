/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.metrics.MetricsGuide;
import org.trilink.examples.metrics.PushedMetrics;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FlinkRest;
import org.trilink.launcher.local.Job;
import org.trilink.launcher.local.TrilinkHome;

/**
 * Tests what can be observed of a running job on a real cluster: its loads, and the metrics of the
 * guide.
 */
class RunningJobIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String NO_JOB = "0123456789abcdef0123456789abcdef";

  /** Operators that together have all metrics; two have placed keys, others those of Flink. */
  private static final String JOB =
      """
      SET 'parallelism.default' = '4';
      SET 'state.backend' = 'rocksdb';
      CREATE TEMPORARY TABLE t (v INT, ts AS LOCALTIMESTAMP,
        WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen',
        'rows-per-second' = '4000', 'fields.v.min' = '0', 'fields.v.max' = '39');
      CREATE TEMPORARY TABLE u (k INT, ts AS LOCALTIMESTAMP,
        WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen',
        'rows-per-second' = '400', 'fields.k.min' = '0', 'fields.k.max' = '39');
      CREATE TEMPORARY TABLE counts (v INT, c BIGINT) WITH ('connector' = 'blackhole');
      CREATE TEMPORARY TABLE windows (k INT, w TIMESTAMP(3), c BIGINT)
        WITH ('connector' = 'blackhole');
      BEGIN STATEMENT SET;
      INSERT INTO counts SELECT /*+ TRILINK('partition'='modulo') */ v, COUNT(*) FROM t GROUP BY v;
      INSERT INTO counts SELECT /*+ TRILINK('partition'='least-key',
        'partition.monitor'='threshold', 'partition.control'='redis://REDIS/moves') */
        v, MAX(v) FROM t GROUP BY v, TUMBLE(ts, INTERVAL '2' SECOND);
      INSERT INTO counts SELECT v, SUM(v) FROM t GROUP BY v;
      INSERT INTO counts SELECT /*+ TRILINK('watermark'='key', 'watermark.max-lead'='1 min') */
        k, COUNT(*) OVER (PARTITION BY k ORDER BY ts
          RANGE BETWEEN INTERVAL '1' SECOND PRECEDING AND CURRENT ROW) FROM u;
      INSERT INTO windows SELECT /*+ TRILINK('watermark'='key', 'watermark.max-lead'='1 min') */
        k, window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE u, DESCRIPTOR(ts), INTERVAL '2' SECOND))
        GROUP BY k, window_start, window_end;
      INSERT INTO windows SELECT /*+ TRILINK('watermark'='key', 'exchange'='local-merge') */
        k, window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE u, DESCRIPTOR(ts), INTERVAL '2' SECOND))
        GROUP BY k, window_start, window_end;
      INSERT INTO windows SELECT /*+ TRILINK('watermark'='key', 'exchange'='global-merge',
        'global-merge.store'='redis://REDIS') */
        k, window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE u, DESCRIPTOR(ts), INTERVAL '2' SECOND))
        GROUP BY k, window_start, window_end;
      END;
      """;

  @TempDir private static Path folder;
  private static Cli cli;
  private static MetricsGuide guide;
  private static PushedMetrics metrics;
  private static String url;
  private static String job;
  private static String lowVoltage;

  @BeforeAll
  static void startJobs() throws Exception {
    cli = new Cli(Cli.script(), folder);
    guide = new MetricsGuide(TrilinkHome.current());
    metrics = PushedMetrics.listen();
    Cli.Result started = cli.run(startCommand());
    assertThat(started.code()).as(started.err()).isZero();
    url = find("web UI: (http://127.0.0.1:\\d+)", started.out());
    job = submit(JOB.replace("REDIS", find("Redis: +(\\S+)", started.out())));
    String broker = find("broker: (\\S+)", started.out());
    Cli.successHere("fill", "low-voltage", "--rows=10000", "--broker=" + broker);
    lowVoltage =
        submit(
            Files.readString(TrilinkHome.current().script("low-voltage", "low-voltage"))
                .replace("127.0.0.1:9092", broker));
  }

  /** The reporter is configured as in the guide, except for the destination of the metrics. */
  private static String[] startCommand() {
    List<String> command =
        new ArrayList<>(List.of("cluster", "start", "--kafka-port=0", "--redis-port=0"));
    command.add("--work-dir=" + workFolder());
    List<String> options = new ArrayList<>();
    options.add("taskmanager.numberOfTaskSlots=4");
    // so many states share a slot's memory that RocksDB would flush with nearly each write
    options.add("state.backend.rocksdb.writebuffer.size=8mb");
    options.add(
        "metrics.reporter.push.factory.class="
            + "org.apache.flink.metrics.prometheus.PrometheusPushGatewayReporterFactory");
    options.add("metrics.reporter.push.host=127.0.0.1");
    options.add("metrics.reporter.push.port=" + metrics.port());
    options.add("metrics.reporter.push.interval=1 SECONDS");
    guide
        .reporter()
        .forEach(
            (option, value) -> {
              if (!option.equals("factory.class") && !option.equals("port")) {
                options.add("metrics.reporter.push." + option + "=" + value);
              }
            });
    options.forEach(option -> command.addAll(List.of("-D", option)));
    return command.toArray(String[]::new);
  }

  private static Path workFolder() {
    return folder.resolve("cluster");
  }

  @AfterAll
  static void stopAll() throws Exception {
    cli.run("cluster", "stop", "--work-dir=" + workFolder());
    metrics.close();
  }

  private static String submit(String sql) throws Exception {
    Path script = Files.writeString(folder.resolve("job.sql"), sql);
    Cli.Result submitted =
        cli.run(
            "sql-client",
            "-D",
            "rest.address=127.0.0.1",
            "-D",
            "rest.port=" + url.substring(url.lastIndexOf(':') + 1),
            "-f",
            script.toString());
    return find("Job ID: ([0-9a-f]{32})", submitted.out());
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  @Test
  void showsRecordsAndKeysOfEachKeyedOperator() {
    // ten keys on each subtask, of the forty that are generated
    Pattern placed =
        Pattern.compile(
            "GroupAggregate +modulo +4( +[\\d,]+){2} +[\\d,.]+ +0\\.\\d+ +[\\d.]+ % +10 +10");
    Pattern stock =
        Pattern.compile(
            "GroupAggregate +hash +4( +[\\d,]+){2} +[\\d,.]+ +[\\d.]+ +[\\d.]+ % +- +-");
    Await.until(
        "all keys to come",
        LIMIT,
        () -> balance("--job", job, "--url", url),
        loads -> placed.matcher(loads.out()).find() && stock.matcher(loads.out()).find());

    assertThat(balance("--job", NO_JOB, "--url", url).err()).contains("has no job " + NO_JOB);
  }

  /** The records of {@code lowVoltage} have all been read, and merged, when it shows them. */
  @Test
  void advisesByTheMetricsOfARunningJob() {
    Cli.Result advice =
        Await.until(
            "all records to be read",
            LIMIT,
            () -> Cli.runHere("advise", "--job=" + lowVoltage, "--url=" + url),
            shown -> shown.out().contains(" rows for 10,000 records: one for "));
    assertThat(advice.code()).as(advice.err()).isZero();
    assertThat(advice.out())
        .contains("KeyWatermarkMergedWindowAggregate\n  records       ")
        .containsPattern("  late          none by their key's watermark; by the subtask's, ")
        .containsPattern(
            "  keys          [\\d,]+ active; the slowest is \\d+ m?s behind the fastest")
        .contains("  change        ");

    assertThat(Cli.runHere("advise", "--job=" + NO_JOB, "--url=" + url).err())
        .contains("has no job " + NO_JOB);
    assertThat(Cli.runHere("advise").err())
        .contains("a script, FILE.sql, or a running job, --job ID");
  }

  private static Cli.Result balance(String... options) {
    String[] command = new String[options.length + 1];
    command[0] = "balance";
    System.arraycopy(options, 0, command, 1, options.length);
    return Cli.runHere(command);
  }

  /** One operator of the job has a monitor, and one of {@code lowVoltage} has none. */
  @Test
  void showsAndChangesHowKeysArePlaced() throws Exception {
    Cli.Result shown =
        Await.until(
            "enough samples to say what hash would do",
            LIMIT,
            () -> partition(job),
            printed -> printed.out().contains("hash (Flink's key groups) "));
    assertThat(shown.code()).as(shown.err()).isZero();
    assertThat(shown.out())
        .startsWith("1  GroupWindowAggregate[partition=least-key (monitored)](")
        .contains("strategy      auto, from least-key")
        .contains("monitor       threshold, threshold 0.6, sample rate 0.1, control redis://")
        .contains("changed       nothing was set while the job runs")
        .containsPattern("balance       [01]\\.\\d\\d \\(\\+\\d+ % compute time\\)")
        .contains("predicted     hash")
        .containsPattern("load lately   subtask 0: [\\d,]+ records, [\\d.]+ %");

    Cli.Result changed =
        partition(job, "--threshold=0.5", "--sample-rate=0.5", "--set=least-count", "--freeze");
    assertThat(changed.code()).as(changed.err()).isZero();
    assertThat(changed.out())
        .contains("strategy      least-count, from least-key; frozen: no key moves")
        .contains("threshold, threshold 0.5, sample rate 0.5")
        .contains("changed       set while the job runs: {\"set\":\"least-count\"} ");
    assertThat(partition(job, "--sync-now").out())
        .contains(
            "sync now      no key moves: frozen: no key is moved until the command {\"freeze\":"
                + " false}");

    JsonNode json = new ObjectMapper().readTree(partition(job, "--unfreeze", "--json").out());
    assertThat(json).hasSize(1);
    assertThat(json.at("/0/frozen").asBoolean()).isFalse();
    assertThat(json.at("/0/monitor/threshold").asDouble()).isEqualTo(0.5);
    assertThat(json.at("/0/setAtRunTime")).hasSize(4);

    Cli.Result refused = partition(job, "--threshold=0.4", "--weights=50,50");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("trilink: {\"weights\":[50,50]} was rejected: 'weights' must have one weight")
        .contains("for each of the 4 subtasks, but has 2.");
    assertThat(partition(job, "--operator=2").err())
        .contains("--operator 2: none of the operators");
    assertThat(partition(job, "--operator=Aggregate", "--json").out())
        .contains("\"threshold\" : 0.5");
  }

  @Test
  void saysThatAJobHasNoPlacedKeys() throws Exception {
    Cli.Result none = partition(lowVoltage);
    assertThat(none.code()).as(none.err()).isZero();
    assertThat(none.out())
        .isEqualTo(
            "no operator of the job has keys that Trilink placed; start the job with"
                + " 'partition'='auto', or with another strategy and 'partition.monitor'\n");
    assertThat(partition(lowVoltage, "--json").out()).isEqualTo("[]\n");

    Cli.Result sync = partition(lowVoltage, "--sync-now");
    assertThat(sync.code()).isEqualTo(1);
    assertThat(sync.err())
        .startsWith("trilink: no operator of the job has keys that Trilink placed; start");
    assertThat(partition(NO_JOB).err()).contains("has no job " + NO_JOB);
  }

  private static Cli.Result partition(String ofJob, String... options) {
    List<String> command = new ArrayList<>(List.of("partition", "--job=" + ofJob, "--url=" + url));
    command.addAll(List.of(options));
    return Cli.runHere(command.toArray(String[]::new));
  }

  @Test
  void hasEveryMetricOfTheGuide() {
    assertThat(guide.metrics()).hasSizeGreaterThan(30);

    awaitNone(
        "metrics of the guide that no operator has",
        () -> guide.metrics().stream().filter(metric -> !isReported(metric)).toList());
  }

  /**
   * The name of a group, such as a target subtask's, is a prefix of the metric's name; its value is
   * a label.
   */
  private static boolean isReported(String metric) {
    Pattern name =
        Pattern.compile(
            "flink_taskmanager_job_task_operator_(\\w+_)?"
                + Pattern.quote(metric.replace(".<i>", "").replace('.', '_')));
    return metrics.series().stream().anyMatch(series -> name.matcher(series.name()).matches());
  }

  @Test
  void feedsEveryPanelOfTheDashboard() throws Exception {
    var selectors = guide.dashboard().selectors();
    assertThat(selectors).hasSizeGreaterThan(20);

    awaitNone(
        "what the dashboard asks for and no operator has",
        () ->
            selectors.stream()
                .filter(selector -> metrics.series().stream().noneMatch(selector::matches))
                .toList());
  }

  private static void awaitNone(String what, Supplier<List<?>> missing) {
    try {
      Await.until(what, LIMIT, () -> missing.get().isEmpty());
    } catch (CommandFailure tooLate) {
      assertThat(missing.get()).as(what).isEmpty();
    }
  }

  /** Runs them in a shell as they are in the guide, with the ids of the job. */
  @Test
  void answersEveryCurlOfTheGuide() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "curl"))),
        "needs curl: apt-get install curl");
    Job.Vertex vertex =
        new FlinkRest(url)
            .job(lowVoltage).vertices().stream()
                .filter(any -> any.name().startsWith("KeyWatermark"))
                .findFirst()
                .orElseThrow();
    List<String> curls = guide.curls();

    assertThat(curls).hasSizeGreaterThanOrEqualTo(4);
    for (String curl : curls) {
      Await.until(
          "an answer to " + curl,
          LIMIT,
          () -> {
            JsonNode answer = answer(curl, vertex.id());
            return answer.isObject() || (answer.isArray() && !answer.isEmpty());
          });
    }
    assertThat(answer(curls.get(curls.size() - 1), vertex.id()).at("/0/sum").isNumber()).isTrue();
  }

  private static JsonNode answer(String curl, String vertex) {
    String line =
        curl.replace("localhost:8081", url.substring("http://".length()))
            .replace("<job-id>", lowVoltage)
            .replace("<vertex-id>", vertex);
    try {
      Process bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
      String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(bash.waitFor()).as(line + "\n" + output).isZero();
      return new ObjectMapper().readTree(output);
    } catch (Exception e) {
      throw new IllegalStateException(line, e);
    }
  }
}
