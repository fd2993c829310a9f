/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.ResultsSink;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.KafkaTopic;

/** A window LEFT JOIN with a topic that nobody writes to. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
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

  @BeforeAll
  void writeTopics() throws Exception {
    read = KafkaTopic.create(1);
    read.write(Readings.lines(1, 0, ROWS, 5));
    empty = KafkaTopic.create(1);
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
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
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'watermark.idle-timeout'='1 s' | 0 s | 0",
        "'watermark.max-skew'='1 s'     | 1 s | " + ROWS_OF_A_WINDOW,
      })
  void allResultsComeByEachRemedy(String options, String sourceTimeout, int notYet)
      throws Exception {
    JobClient job = start(options, sourceTimeout);
    try {
      await("the results", job, () -> ResultsSink.results().size() >= ROWS - notYet);
      assertThat(ResultsSink.results())
          .hasSize(ROWS - notYet)
          .allMatch(row -> row.endsWith(", null]"));
    } finally {
      job.cancel().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
