/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SensorQueries;
import org.trilink.runtime.testing.KafkaTopic;

/**
 * Random queries over topics of random partitions, written by Trilink or by record keys, at random
 * parallelisms, with failures and savepoints in between, yield what stock Flink yields. {@code
 * -Dtrilink.kafka-trials=N} draws N of them, {@code -Dtrilink.kafka-seed=S} begins at seed S.
 */
@Tag("slow")
class AheadKeyByPropertyTest {

  private static final List<String> EVENT_TIME =
      List.of("tumble", "hop", "legacy tumble", "session", "over", "match");

  static LongStream seeds() {
    long first = Long.getLong("trilink.kafka-seed", 1);
    return LongStream.range(first, first + Integer.getInteger("trilink.kafka-trials", 4));
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void yieldsWhatFlinkYields(long seed, @TempDir Path folder) throws Exception {
    Trial trial = new Trial(new Random(seed), folder);
    List<String> rows = trial.run();

    Seen.clear();
    assertThat(rows).as(trial.toString()).isEqualTo(trial.expected());
  }

  private static final class Trial {

    private final Random random;
    private final Path folder;
    private final String query;
    private final String hint;
    private final boolean writtenByTrilink;
    private final boolean rocksDb;
    private final KafkaTopic topic;
    private final StringBuilder story = new StringBuilder();
    private int rows;

    Trial(Random random, Path folder) throws Exception {
      this.random = random;
      this.folder = folder;
      query = any(SensorQueries.ALL.keySet().stream().sorted().toList());
      writtenByTrilink = random.nextBoolean();
      rocksDb = random.nextInt(3) == 0;
      boolean keyWatermark = EVENT_TIME.contains(query) && random.nextBoolean();
      hint =
          "'exchange'='ahead-keyby', 'strict'='true', 'ahead-keyby.partitioned-by'='"
              + (writtenByTrilink ? "trilink'" : "kafka-key'")
              + (keyWatermark ? ", 'watermark'='key'" : "");
      topic = KafkaTopic.create(1 + random.nextInt(6));
      story.append(query).append(" ").append(hint).append(", partitions ");
      story.append(topic.partitions()).append(rocksDb ? ", RocksDB" : "");
    }

    private <T> T any(List<T> values) {
      return values.get(random.nextInt(values.size()));
    }

    /** Runs parts of the rows, each in a separate job from the savepoint of the previous one. */
    List<String> run() throws Exception {
      String sql = SensorQueries.sql(query, hint);
      KafkaSqlJob job = job().onRocksDb(rocksDb).restarting(folder.resolve("checkpoints"));
      String savepoint = null;
      for (int part = random.nextInt(3); part > 0; part--) {
        prepare(job);
        savepoint = job.stop(sql, savepoint, rows, folder.resolve("savepoints"));
      }
      prepare(job);
      return job.finish(sql, savepoint, rows);
    }

    private void prepare(KafkaSqlJob job) throws Exception {
      int more = 50 + random.nextInt(200);
      write(more);
      job.withParallelism(1 + random.nextInt(6));
      if (random.nextBoolean()) {
        Seen.crashAt(rows - more + 1 + random.nextInt(more));
      }
    }

    private void write(int more) throws Exception {
      if (!writtenByTrilink) {
        topic.write(Readings.lines(random.nextLong(), rows, more, 1 + random.nextInt(20)));
      } else {
        StreamTableEnvironment tables = job().withParallelism(1).tables();
        tables.executeSql(
            """
            CREATE TEMPORARY TABLE numbers (id BIGINT) WITH ('connector'='datagen',
              'fields.id.kind'='sequence', 'fields.id.start'='%d', 'fields.id.end'='%d')
            """
                .formatted(rows, rows + more - 1));
        tables
            .executeSql(
                "INSERT INTO t SELECT /*+ TRILINK('exchange'='ahead-keyby',"
                    + " 'ahead-keyby.keys'='k') */ 'sensor ' || CAST(MOD(id * 7919, 13) AS STRING),"
                    + " CAST(MOD(id * 7919, 13) AS INT), CAST(MOD(id * 104729, 100) AS INT), id,"
                    + " CAST(TO_TIMESTAMP_LTZ(id * 100, 3) AS TIMESTAMP(3)) FROM numbers")
            .await();
      }
      rows += more;
      story.append(", ").append(rows).append(" rows");
    }

    List<String> expected() throws Exception {
      return job().withoutTrilink().withParallelism(1).run(SensorQueries.sql(query, ""), rows);
    }

    private KafkaSqlJob job() {
      return new KafkaSqlJob()
          .define(writtenByTrilink ? Readings.table("t", topic) : Readings.keyedTable("t", topic));
    }

    @Override
    public String toString() {
      return story.toString();
    }
  }
}
