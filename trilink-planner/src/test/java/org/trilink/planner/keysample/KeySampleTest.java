/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keysample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.Await;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SeenMetrics;
import org.trilink.runtime.testing.KafkaTopic;

/**
 * Key-level watermarks rely on the order of each key's records. If those are in several partitions,
 * there is a warning with a remedy, and the remedy works.
 */
@Tag("slow")
class KeySampleTest {

  private static final int ROWS = 60;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String LATE = "numLateRecordsDropped";
  private static final String SAMPLED = "numKeysSampled";
  private static final String OF_SEVERAL = "numSampledKeysOfSeveralPartitions";

  /** The number of records per window. */
  private static final String COUNTS =
      "SELECT /*+ TRILINK('watermark'='key'%s) */ k, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE t,"
          + " DESCRIPTOR(ts), INTERVAL '10' SECOND)) WHERE %s AND seen(id)"
          + " GROUP BY k, window_start, window_end";

  private SeenWarnings warnings;

  @BeforeEach
  void watch() {
    Seen.clear();
    SeenMetrics.watch(Set.of(LATE, SAMPLED, OF_SEVERAL));
    warnings = SeenWarnings.of("org.trilink.runtime.kafka.KeySamplingEnumerator");
  }

  @AfterEach
  void unwatch() {
    warnings.close();
    SeenMetrics.watch(Set.of());
  }

  private static String counts(String options) {
    return counts(options, "TRUE");
  }

  private static String counts(String options, String condition) {
    return COUNTS.formatted(options.isEmpty() ? "" : ", " + options, condition);
  }

  /** Records a second apart, in two partitions alternately. */
  private static KafkaTopic topicOfTwoPartitions(@Nullable String key) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      String value = Readings.line("KEY", 0, 1, id * 10L).value();
      lines.add(
          new KafkaTopic.Line(
              null, value.replace("\"KEY\"", key == null ? "null" : '"' + key + '"'), id % 2));
    }
    topic.write(lines);
    return topic;
  }

  private static long kept(List<String> rows) {
    return rows.stream()
        .mapToLong(row -> Long.parseLong(row.replaceFirst(".*, (\\d+)\\]", "$1")))
        .sum();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a key whose name is secret"})
  void recordsWithoutRecordKeysThatAreDroppedAreCountedAndWarnedOf(String key) throws Exception {
    KafkaTopic topic = topicOfTwoPartitions(key.isEmpty() ? null : key);
    KafkaSqlJob job = new KafkaSqlJob().define(Readings.table("t", topic)).withParallelism(2);

    assertThat(job.explain(counts("")))
        .contains(
            "KeySample(trilink=[keys [k] of KeyWatermarkWindowAggregate: a sample of the keys is"
                + " checked to come from one partition each])");
    List<String> rows = runUntilSampled(job, counts(""), 1, 1);

    assertThat(kept(rows)).isEqualTo(ROWS - (long) SeenMetrics.sum(LATE));
    assertThat(warnings.texts()).hasSize(1);
    assertThat(warnings.texts().get(0))
        .contains(
            "operator KeyWatermarkWindowAggregate, table t, key [k]",
            "of 1 keys sampled so far, 1 have records in more than one Kafka partition",
            "'watermark.delay'",
            OF_SEVERAL)
        .doesNotContain("secret");
  }

  /** One subtask reads one partition after the other. */
  @Test
  void withTheRemedyNoneIsDroppedAndNothingIsSampled() throws Exception {
    KafkaTopic topic = topicOfTwoPartitions(null);
    KafkaSqlJob job = new KafkaSqlJob().define(Readings.table("t", topic)).withParallelism(1);

    assertThat(kept(job.run(counts(""), ROWS))).isLessThan(ROWS);
    assertThat(SeenMetrics.sum(LATE)).isPositive();
    watch();
    String remedy = counts("'watermark.delay'='1 min'");
    assertThat(job.explain(remedy)).contains("KeyWatermark").doesNotContain("KeySample");
    assertThat(kept(job.run(remedy, ROWS))).isEqualTo(ROWS);
    assertThat(SeenMetrics.sum(LATE)).isZero();
  }

  @Test
  void keysOfOnePartitionEachAreNotWarnedOf() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    topic.write(Readings.lines(1, 0, ROWS * 10, 17));
    KafkaSqlJob job = new KafkaSqlJob().define(Readings.keyedTable("t", topic)).withParallelism(2);
    JobClient client = job.submit(counts(""), null);

    awaitSampled(client, 17, 0);
    cancel(client);
    assertThat(warnings.texts()).isEmpty();
  }

  /** Only sensors with d = 1 have rows in several partitions. */
  @ParameterizedTest
  @CsvSource({"d = 0, 0", "'d < 1 AND UPPER(k) IS NOT NULL', 0", "d >= 0, 5"})
  void recordsThatTheQueryDropsDoNotCount(String condition, int ofSeveral) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      String value = Readings.line("sensor " + id % 5, id % 3 % 2, 1, id).value();
      lines.add(new KafkaTopic.Line(null, value, id % 3 == 1 ? id % 2 : 0));
    }
    topic.write(lines);
    KafkaSqlJob job = new KafkaSqlJob().define(Readings.table("t", topic)).withParallelism(1);
    assertThat(job.explain(counts("", condition)))
        .containsPattern("keys \\[k] of KeyWatermarkWindowAggregate where \\(d [<>=]+ [01]\\)");
    JobClient client = job.submit(counts("", condition), null);

    awaitSampled(client, 5, ofSeveral);
    cancel(client);
    assertThat(warnings.texts()).hasSize(ofSeveral > 0 ? 1 : 0);
  }

  /** Readers that are restarted report again, but do not read records again. */
  @Test
  void samplesAgainAfterAFailure(@TempDir Path folder) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, ROWS, 7));
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(Readings.keyedTable("t", topic))
            .withParallelism(2)
            .restarting(folder);
    Seen.crashAt(ROWS / 2);

    assertThat(kept(runUntilSampled(job, counts(""), 7, 0))).isEqualTo(ROWS);
    assertThat(Seen.isToCrash()).isFalse();
  }

  /** The source's state, and its place in savepoints, are those of Flink's source. */
  @Test
  void savepointsAreTheSameWithAndWithout(@TempDir Path savepoints) throws Exception {
    String sampling = counts("");
    String without = counts("'watermark.delay'='1 ms'");
    KafkaTopic topic = KafkaTopic.create(2);
    KafkaSqlJob job = new KafkaSqlJob().define(Readings.keyedTable("t", topic));

    topic.write(Readings.lines(1, 0, ROWS, 7));
    String first = job.withParallelism(2).stop(without, null, ROWS, savepoints);
    topic.write(Readings.lines(2, ROWS, ROWS, 7));
    String second = job.withParallelism(3).stop(sampling, first, 2 * ROWS, savepoints);
    topic.write(Readings.lines(3, 2 * ROWS, ROWS, 7));
    List<String> rows = job.withParallelism(1).finish(without, second, 3 * ROWS);

    assertThat(kept(rows)).isEqualTo(3 * ROWS);
  }

  @Test
  void jsonPlansSampleTheSame() throws Exception {
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(Readings.table("t", topicOfTwoPartitions(null)))
            .define(
                "CREATE TEMPORARY TABLE counts (k STRING, c BIGINT) WITH ('connector'='blackhole')");
    TableEnvironmentInternal tables = (TableEnvironmentInternal) job.tables();
    String json = tables.getJsonPlan("INSERT INTO counts " + counts("", "v > 0"));

    assertThat(tables.explainJsonPlan(json)).contains("KeySample(");
    JobClient client = tables.executeJsonPlan(json).getJobClient().orElseThrow();
    awaitSampled(client, 1, 1);
    cancel(client);
  }

  /** One source for all operators: with two samples, and with different decoding. */
  @Test
  void oneScanIsSampledForSeveralOperators() throws Exception {
    KafkaSqlJob job =
        new KafkaSqlJob().define(Readings.table("t", topicOfTwoPartitions("x"))).withParallelism(2);
    String sql =
        ("SELECT a.k, a.c FROM (%s) a JOIN (%s) b ON a.k = b.k JOIN"
                + " (SELECT k, COUNT(*) AS c FROM t GROUP BY k) c ON a.k = c.k")
            .formatted(counts("", "v > 0"), counts("", "v <= 1 AND d = 0"));
    job.planOnly(sql);
    assertThat(job.environment().getStreamGraph().getSourceIDs()).hasSize(1);
    JobClient client = job.submit(sql, null);

    awaitSampled(client, 2, 2);
    cancel(client);
    assertThat(warnings.texts()).hasSize(2);
  }

  private List<String> runUntilSampled(KafkaSqlJob job, String sql, int keys, int ofSeveral)
      throws Exception {
    JobClient client = job.submit(sql, null);
    awaitSampled(client, keys, ofSeveral);
    return job.drain(client, ROWS);
  }

  private static void awaitSampled(JobClient job, long keys, long ofSeveral) throws Exception {
    Await.until(
        ofSeveral + " of " + keys + " keys",
        TIMEOUT,
        () -> {
          KafkaSqlJob.requireNotFailed(job);
          return SeenMetrics.values(SAMPLED).equals(List.of((double) keys))
              && SeenMetrics.values(OF_SEVERAL).equals(List.of((double) ofSeveral));
        });
  }

  private static void cancel(JobClient job) throws Exception {
    job.cancel().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }
}
