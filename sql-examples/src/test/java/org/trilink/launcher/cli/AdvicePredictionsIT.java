/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.FlinkRest;
import org.trilink.launcher.local.Job;
import org.trilink.launcher.local.ReportedKeyLoad;
import org.trilink.launcher.local.TaskMetrics;
import org.trilink.launcher.local.TrilinkHome;

/**
 * Compares what advice says of a workload's topic with what two jobs show that read the topic while
 * it was written: one with a plain exchange, and one that merges before. What is late in a job
 * depends on how soon it reads a record, so the machine must have processors to spare; {@code
 * AdvisorTest} compares the same where time does not matter.
 */
@Tag("nightly")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class AdvicePredictionsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int PARALLELISM = 2;
  private static final Percentage TOLERANCE = Percentage.withPercentage(10);
  private static final Pattern HINT =
      Pattern.compile("/\\*\\+ TRILINK\\(.*?\\) \\*/", Pattern.DOTALL);
  private static final String PLAIN = "/*+ TRILINK('watermark'='key') */";
  private static final String PLACED = "/*+ TRILINK('watermark'='key', 'partition'='least-key') */";
  private static final String MERGED =
      "/*+ TRILINK('watermark'='key', 'exchange'='local-merge') */";

  @TempDir private static Path folder;
  private static Cli cli;
  private static String broker;
  private static String redis;
  private static FlinkRest rest;

  @BeforeAll
  static void startCluster() throws Exception {
    cli = new Cli(Cli.script(), folder);
    String started =
        cli.success(
            "cluster",
            "start",
            "--work-dir=" + workFolder(),
            "--taskmanagers=3",
            "--kafka-port=0",
            "--redis-port=0",
            "-D",
            "taskmanager.memory.process.size=1200m",
            "-D",
            "metrics.fetcher.update-interval=1000");
    broker = find("broker: +(\\S+)", started);
    redis = find("Redis: +(\\S+)", started);
    rest = new FlinkRest(find("web UI: +(\\S+)", started));
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cli.success("cluster", "stop", "--work-dir=" + workFolder());
  }

  private static Path workFolder() {
    return folder.resolve("cluster");
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  /** A workload with jobs that have read its whole topic, and the advice on that topic. */
  private record Observed(Workload workload, JsonNode facts, List<Job> jobs)
      implements AutoCloseable {

    /** With a job for each of the hints. */
    static Observed of(String name, List<String> hints, long rows, String... fill)
        throws Exception {
      Workload workload = Workloads.byName(name);
      fill(workload, 1); // so that there is a topic when the jobs start
      List<Job> jobs = new ArrayList<>();
      for (String hint : hints) {
        jobs.add(submit(workload, hint));
      }
      jobs.forEach(job -> awaitConsumed(workload, job, 1));
      fill(workload, rows, fill);
      jobs.forEach(job -> awaitConsumed(workload, job, 1 + rows));
      return new Observed(workload, advise(workload, 2 * (1 + rows)), jobs);
    }

    private static void fill(Workload workload, long rows, String... options) throws Exception {
      List<String> command =
          new ArrayList<>(
              List.of("fill", workload.name(), "--rows=" + rows, "--work-dir=" + workFolder()));
      command.addAll(List.of(options));
      Cli.successHere(command.toArray(String[]::new));
    }

    private static Job submit(Workload workload, String hint) throws Exception {
      String script = HINT.matcher(script(workload)).replaceAll(Matcher.quoteReplacement(hint));
      Path file =
          Files.writeString(
              folder.resolve("job.sql"),
              "SET 'parallelism.default' = '"
                  + PARALLELISM
                  + "';\n"
                  // the sample's watermarks come with each record
                  + "SET 'pipeline.auto-watermark-interval' = '10 ms';\n"
                  + script);
      String[] address = rest.url().replace("http://", "").split(":", 2);
      String out =
          cli.success(
              "sql-client",
              "-D",
              "rest.address=" + address[0],
              "-D",
              "rest.port=" + address[1],
              "-f",
              file.toString());
      String id = find("Job ID: ([0-9a-f]{32})", out);
      return Await.until("the job to run", LIMIT, () -> rest.job(id), Job::running);
    }

    private static String script(Workload workload) throws Exception {
      return Files.readString(
              TrilinkHome.current().script(workload.name(), workload.mainQuery().name()))
          .replace("127.0.0.1:9092", broker)
          .replace("127.0.0.1:6379", redis);
    }

    private static void awaitConsumed(Workload workload, Job job, long rows) {
      Await.until(
          rows + " records to be read",
          LIMIT,
          () ->
              rest.metrics(job).consumed(workload.inputTopic()).values().stream()
                  .mapToLong(Long::longValue)
                  .sum(),
          consumed -> consumed >= rows);
    }

    /**
     * The facts on the first operator.
     *
     * @param records all that it reads, of two tables if it joins them
     */
    private static JsonNode advise(Workload workload, long records) throws Exception {
      Path script = Files.writeString(folder.resolve("advised.sql"), script(workload));
      String json =
          Cli.successHere(
              "advise",
              script.toString(),
              "--json",
              "--records=" + records,
              "--parallelism=" + PARALLELISM,
              "--work-dir=" + workFolder());
      return new ObjectMapper().readTree(json).at("/0/operators/0/facts");
    }

    private long records() {
      return facts.path("records").asLong();
    }

    /** The metrics of the first keyed operator of the first job, when it has had all records. */
    private TaskMetrics keyed() {
      return Await.until(
          "the metrics of all records",
          LIMIT,
          () ->
              rest.metrics(jobs.get(0)).tasks(JobAdvice.METRICS).stream()
                  .filter(task -> task.has("numActiveKeys"))
                  .findFirst()
                  .orElseThrow(),
          task -> recordsOf(task.load().orElseThrow()) == records());
    }

    private static long recordsOf(ReportedKeyLoad load) {
      return load.records().stream().mapToLong(Long::longValue).sum();
    }

    void lossIsAsPredicted() {
      TaskMetrics task = keyed();
      long late =
          task.sum("numLateRecordsBySubtaskWatermark")
              + task.sum("numRecordsBehindSubtaskWatermark");
      compare(
          "late with Flink's watermark",
          facts.at("/late/bySubtask/share").asDouble(),
          (double) late / records());
    }

    void balanceIsAsPredicted(String strategy) {
      compare(
          "balance by " + strategy, degree(strategy), keyed().load().orElseThrow().balanceDegree());
    }

    private double degree(String strategy) {
      for (JsonNode forecast : facts.path("balance")) {
        if (forecast.path("parallelism").asInt() == PARALLELISM
            && forecast.path("strategy").asText().equals(strategy)) {
          return forecast.path("degree").asDouble();
        }
      }
      throw new AssertionError("no forecast for " + strategy + " in " + facts);
    }

    /**
     * Compares the rows per record of a local merge with those of the second job, which is drained,
     * because at its end a merge holds some rows.
     */
    void reductionIsAsPredicted() {
      Job merged = jobs.get(1);
      assertThat(rest.checkpoints(merged.id()).stop(savepoints(), true)).isNotEmpty();
      awaitEnd(merged);
      long rows = recordsOf(rest.metrics(rest.job(merged.id())).keyLoads().get(0));
      compare(
          "rows per record of a local merge",
          facts.at("/localMerge/0/rowsPerRecord").asDouble(),
          (double) rows / records());
    }

    private static Path savepoints() {
      return workFolder().resolve("checkpoints");
    }

    private static void awaitEnd(Job job) {
      Await.until("the job to end", LIMIT, () -> rest.job(job.id()), Job::finished);
    }

    /**
     * Compares the changes of the store per record with those of the last job: what it has sent is
     * a second old at most.
     */
    void changesOfTheStoreAreAsPredicted() {
      Job global = jobs.get(jobs.size() - 1);
      double predicted = facts.at("/globalMerge/changesPerRecord").asDouble();
      long changes =
          Await.until(
                  "all increments to be sent",
                  LIMIT,
                  () -> rest.metrics(global).tasks(Set.of("increments", "sentIncrements")),
                  tasks -> tasks.stream().allMatch(task -> task.sum("increments") == 0))
              .stream()
              .mapToLong(task -> task.sum("sentIncrements"))
              .sum();
      compare("changes of the store per record", predicted, (double) changes / records());
    }

    /** Leaves the jobs' slots to the next ones. */
    @Override
    public void close() {
      for (Job job : jobs) {
        if (rest.job(job.id()).running()) {
          assertThat(rest.checkpoints(job.id()).stop(savepoints(), false)).isNotEmpty();
          awaitEnd(job);
        }
      }
    }

    private void compare(String figure, double predicted, double observed) {
      assertThat(observed).as(workload.name() + ": " + figure).isCloseTo(predicted, TOLERANCE);
    }
  }

  @Test
  void ofLowVoltage() throws Exception {
    try (Observed observed =
        Observed.of(
            "low-voltage",
            List.of(PLAIN, MERGED, global()),
            100_000,
            "--keys=300",
            "--zipf=0.6",
            "--rate=5000")) {
      observed.lossIsAsPredicted();
      observed.balanceIsAsPredicted("flink");
      observed.reductionIsAsPredicted();
      observed.changesOfTheStoreAreAsPredicted();
    }
  }

  /** Windows stay open until all keys have passed them. */
  private static String global() {
    return "/*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min', 'exchange'='global-merge',"
        + " 'global-merge.store'='redis://"
        + redis
        + "') */";
  }

  @Test
  void ofBridge() throws Exception {
    try (Observed observed =
        Observed.of("bridge", List.of(PLACED, MERGED), 100_000, "--keys=40", "--rate=20000")) {
      observed.lossIsAsPredicted();
      observed.balanceIsAsPredicted("least-key");
      observed.reductionIsAsPredicted();
    }
  }

  @Test
  void ofYsb() throws Exception {
    try (Observed observed = Observed.of("ysb", List.of(PLAIN, MERGED), 600_000, "--rate=25000")) {
      observed.lossIsAsPredicted();
      observed.balanceIsAsPredicted("flink");
      observed.reductionIsAsPredicted();
    }
  }

  /** An interval join loses no record by itself, and there is nothing to merge before it. */
  @Test
  void ofLongRide() throws Exception {
    String hint =
        "/*+ TRILINK('watermark'='key', 'watermark.max-skew'='3 h', 'partition'='modulo') */";
    try (Observed observed = Observed.of("long-ride", List.of(hint), 100_000, "--rate=25000")) {
      observed.balanceIsAsPredicted("modulo");
    }
  }
}
