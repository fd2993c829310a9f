/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.functions.AsyncScalarFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.KafkaTopic;

/** Functions whose results come later, in any order, below key-level watermarks. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AsyncFunctionJobTest {

  private static final int ROWS = 400;
  private static final int KEYS = 7;

  private static final String WINDOWS =
      """
      SELECT /*+ TRILINK('watermark'='key', 'strict'='true') */
        k, window_start, COUNT(*) AS c, MIN(name) AS name
      FROM TABLE(TUMBLE((SELECT k, ts, %s AS name FROM t WHERE seen(id)),
        DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end""";

  private KafkaTopic topic;

  /** Answers after a few milliseconds, by chance more or fewer. */
  public static final class Later extends AsyncScalarFunction {

    private static final long serialVersionUID = 1L;

    public void eval(CompletableFuture<String> result, String text) {
      CompletableFuture.delayedExecutor(
              ThreadLocalRandom.current().nextInt(5), TimeUnit.MILLISECONDS)
          .execute(() -> result.complete(text));
    }
  }

  @BeforeAll
  void writeTopic() throws Exception {
    topic = KafkaTopic.create(3);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      lines.add(Readings.line("sensor " + id % KEYS, 0, id, id));
    }
    topic.write(lines);
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private KafkaSqlJob job() {
    return new KafkaSqlJob()
        .withParallelism(2)
        .define("CREATE TEMPORARY FUNCTION later AS '" + Later.class.getName() + "'")
        .define(Readings.keyedTable("t", topic));
  }

  @Test
  void theWindowsAreThoseWithoutThem() throws Exception {
    List<String> atOnce = job().run(WINDOWS.formatted("k"), ROWS);
    Seen.clear();
    assertThat(job().explain(WINDOWS.formatted("later(k)"))).contains("AsyncCalc(");

    assertThat(job().run(WINDOWS.formatted("later(k)"), ROWS))
        .hasSizeGreaterThan(KEYS)
        .isEqualTo(atOnce);
  }
}
