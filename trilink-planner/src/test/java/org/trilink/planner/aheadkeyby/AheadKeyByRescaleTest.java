/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SensorQueries;
import org.trilink.runtime.testing.KafkaTopic;

/**
 * A job that is stopped and continued at other parallelisms, above and below the number of
 * partitions, with failures of single subtasks in between, yields in total what Flink yields.
 */
@Tag("slow")
class AheadKeyByRescaleTest {

  private static final int PART = 250;
  private static final String AHEAD =
      "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key', 'strict'='true'";

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of("group by", "", 3, false),
        Arguments.of("group by more columns", "", 3, true),
        Arguments.of("tumble", ", 'watermark'='key'", 5, true),
        Arguments.of("hop", "", 3, false),
        Arguments.of("legacy tumble", ", 'watermark'='key'", 2, false),
        Arguments.of("over", "", 4, true),
        Arguments.of("deduplicate", "", 3, false),
        Arguments.of("top n", "", 7, true),
        Arguments.of("match", "", 3, false));
  }

  @ParameterizedTest(name = "{0} {1}, {2} partitions, RocksDB: {3}")
  @MethodSource("jobs")
  void goesOnAtFourThenOneSubtask(
      String query, String options, int partitions, boolean rocksDb, @TempDir Path folder)
      throws Exception {
    KafkaTopic topic = KafkaTopic.create(partitions);
    String sql = SensorQueries.sql(query, AHEAD + options);
    Path savepoints = folder.resolve("savepoints");
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(Readings.keyedTable("t", topic))
            .onRocksDb(rocksDb)
            .restarting(folder.resolve("checkpoints"));

    topic.write(Readings.lines(1, 0, PART, 13));
    String atTwo = job.withParallelism(2).stop(sql, null, PART, savepoints);

    topic.write(Readings.lines(2, PART, PART, 13));
    Seen.crashAt(PART + PART / 2);
    String atFour = job.withParallelism(4).stop(sql, atTwo, 2 * PART, savepoints);
    assertThat(Seen.isToCrash()).isFalse();

    topic.write(Readings.lines(3, 2 * PART, PART, 13));
    Seen.crashAt(2 * PART + 1); // most likely before the first checkpoint at this parallelism
    assertThat(job.withParallelism(1).finish(sql, atFour, 3 * PART))
        .isEqualTo(expected(query, topic));
    assertThat(Seen.isToCrash()).isFalse();
  }

  private static List<String> expected(String query, KafkaTopic topic) throws Exception {
    Seen.clear();
    return new KafkaSqlJob()
        .define(Readings.keyedTable("t", topic))
        .withoutTrilink()
        .withParallelism(1)
        .run(SensorQueries.sql(query, ""), 3 * PART);
  }
}
