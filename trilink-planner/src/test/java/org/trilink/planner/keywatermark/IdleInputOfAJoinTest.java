/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.ResultsSink;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.KafkaTopic;

/** A window LEFT JOIN with a topic that nobody writes to. */
@Tag("slow")
class IdleInputOfAJoinTest {

  /** Five minutes of event time, in windows of ten seconds. */
  private static final int ROWS = 3_000;

  private static final int ROWS_OF_A_WINDOW = 100;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String WINDOWS =
      "(SELECT * FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '10' SECOND)) WHERE seen(id))";

  private static final String JOIN =
      "SELECT /*+ TRILINK('watermark'='key', %%s) */ l.k, l.id, r.id AS other FROM %s l"
              .formatted(WINDOWS.formatted("t"))
          + " LEFT JOIN %s r ON l.k = r.k".formatted(WINDOWS.formatted("o"))
          + " AND l.window_start = r.window_start AND l.window_end = r.window_end";

  private KafkaTopic read;
  private KafkaTopic empty;

  @BeforeEach
  void writeTopics() throws Exception {
    Seen.clear();
    read = KafkaTopic.create(1);
    read.write(Readings.lines(1, 0, ROWS, 5));
    empty = KafkaTopic.create(1);
  }

  private JobClient start(String options, String sourceTimeout) throws Exception {
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(Readings.table("t", read))
            .define(Readings.table("o", empty))
            .with("table.exec.source.idle-timeout", sourceTimeout)
            .withParallelism(1);
    StreamTableEnvironment tables = job.tables();
    ResultsSink.clear();
    tables
        .toChangelogStream(tables.sqlQuery(JOIN.formatted(options)))
        .addSink(new ResultsSink())
        .setParallelism(1);
    return job.environment().executeAsync();
  }

  private static void await(String what, JobClient job, BooleanSupplier condition)
      throws Exception {
    Await.until(
        what,
        LIMIT,
        () -> {
          KafkaSqlJob.requireNotFailed(job);
          return condition.getAsBoolean();
        });
  }

  @Test
  void noResultComesWithAMaxSkewAlone(@TempDir Path savepoints) throws Exception {
    JobClient job = start("'watermark.max-skew'='1 s'", "0 s");
    await("the rows to be read", job, () -> Seen.count() >= ROWS);
    job.stopWithSavepoint(false, savepoints.toUri().toString())
        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    assertThat(ResultsSink.results()).isEmpty();
  }

  /** The last window is not over by its records, but by the silence of its keys. */
  @Test
  void allResultsComeOfKeysThatAreIdle() throws Exception {
    JobClient job = start("'watermark.idle-timeout'='5 s'", "0 s");
    try {
      await("the results", job, () -> ResultsSink.results().size() >= ROWS);
      assertThat(ResultsSink.results()).hasSize(ROWS).allMatch(IdleInputOfAJoinTest::isAlone);
    } finally {
      cancel(job);
    }
  }

  /** The other input's watermark counts while that input goes on. */
  @Test
  void allResultsComeOfAnInputThatGoesOn() throws Exception {
    AtomicInteger written = new AtomicInteger(ROWS);
    JobClient job = start("'watermark.max-skew'='1 s'", "1 s");
    try {
      await("the results", job, () -> writeWindow(written) && ResultsSink.results().size() >= ROWS);
      assertThat(ResultsSink.results())
          .doesNotHaveDuplicates()
          .allMatch(IdleInputOfAJoinTest::isAlone);
    } finally {
      cancel(job);
    }
  }

  private boolean writeWindow(AtomicInteger written) {
    try {
      read.write(Readings.lines(1, written.getAndAdd(ROWS_OF_A_WINDOW), ROWS_OF_A_WINDOW, 5));
      return true;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isAlone(String row) {
    return row.endsWith(", null]");
  }

  private static void cancel(JobClient job) throws Exception {
    job.cancel().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
