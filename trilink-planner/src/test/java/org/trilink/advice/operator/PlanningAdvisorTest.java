/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.advice.Advice;
import org.trilink.planner.flink.JsonPlans;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/** Statements over real topics, with options that the planner chooses by a sample. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanningAdvisorTest {

  private static final int SENSORS = 20;

  /** A tick is 100 ms; every sensor has a reading every 2 s, for 20 minutes. */
  private static final int TICKS = 12_000;

  /** Every second sensor is five minutes late. */
  private static final int LAG = 3_000;

  private static final String COUNTS =
      "SELECT /*+ TRILINK(%s) */ k, window_start, COUNT(*) AS c"
          + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
          + " WHERE seen(id) GROUP BY k, window_start, window_end";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  private final List<KafkaTopic.Line> lagging = new ArrayList<>();
  private KafkaTopic apart;
  private KafkaTopic inOrder;
  private KafkaTopic onePartition;

  @BeforeAll
  void writeTopics() throws Exception {
    for (int tick = 0; tick < TICKS + LAG; tick++) {
      int sensor = tick % SENSORS;
      int id = sensor % 2 == 0 ? tick : tick - LAG;
      if (id >= 0 && id < TICKS) {
        lagging.add(Readings.line("sensor " + sensor, 0, 1, id));
      }
    }
    apart = KafkaTopic.create(2);
    apart.write(lagging);
    onePartition = KafkaTopic.create(1);
    onePartition.write(lagging);
    inOrder = KafkaTopic.create(2);
    inOrder.write(Readings.lines(7, 0, TICKS, 200));
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  /** The test's machine may be busy: the samples must not depend on it. */
  private static KafkaSqlJob job(String table) {
    return new KafkaSqlJob()
        .define(table)
        .withParallelism(2)
        .with("table.optimizer.trilink.advice.timeout", "60 s");
  }

  private static KafkaSqlJob job(KafkaTopic topic) {
    return job(Readings.table("t", topic));
  }

  private static String counts(String options) {
    return COUNTS.formatted(options);
  }

  private static String countsWithoutHint() {
    return COUNTS.replaceAll("/\\*.*?\\*/ ", "");
  }

  // -------------------------------------------------------------------------------------- choices

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "ONE_PHASE"})
  void keysThatAreApartGetWatermarksOfTheirOwn(String phases) {
    String plan =
        job(apart)
            .with("table.optimizer.agg-phase-strategy", phases)
            .explain(counts("'watermark'='auto'"));

    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
    assertThat(TestPlanner.keyWatermarks(plan).get(0))
        .containsPattern(
            "^watermark=key \\(advice: [\\d.]+ % of the records are late with Flink's watermark and"
                + " are lost; with one for each key, none\\)")
        .contains("watermark.delay=1 ms (WATERMARK of t)");
    assertThat(plan).doesNotContain("LocalMerge", "HintReport");
  }

  @Test
  void keysInOrderShareTheSubtasksWatermark() {
    String plan = job(inOrder).explain(counts("'watermark'='auto'"));

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=auto (query hint): subtask, as no record of the sample is late with Flink's"
                + " watermark");
  }

  @Test
  void fewKeysAreMergedBeforeTheExchange() {
    String plan = job(inOrder).explain(counts("'exchange'='auto'"));

    assertThat(plan)
        .contains("LocalMerge(")
        .containsPattern("exchange=local-merge \\(advice: one row for \\d+\\.\\d records crosses");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void aTopicThatIsWrittenByItsRecordKeysNeedsNoExchange() {
    String plan = job(Readings.keyedTable("t", inOrder)).explain(counts("'exchange'='auto'"));

    assertThat(plan)
        .contains("AheadKeyBy(", "AheadKeyByScan(")
        .contains(
            "exchange=ahead-keyby (advice: all 12,000 records of the sample are in the partition of"
                + " their key")
        .contains("ahead-keyby.partitioned-by=kafka-key (advice: ")
        .doesNotContain("Exchange(");
  }

  @Test
  void recordsThatCannotBeMergedCrossTheNetworkAsTheyAre() throws Exception {
    KafkaTopic unique = KafkaTopic.create(2);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = 0; id < 2_000; id++) {
      KafkaTopic.Line line = Readings.line("sensor " + id, 0, 1, id);
      lines.add(new KafkaTopic.Line(line.key(), line.value(), id % 2));
    }
    unique.write(lines);

    String plan = job(unique).explain(counts("'exchange'='auto'"));

    assertThat(TestPlanner.advice(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan).get(0))
        .startsWith(
            "exchange=auto (query hint): shuffle, as local-merge: it would send one row for 1.0"
                + " records in slots of 1 min; ahead-keyby: ")
        .contains("of the records are in the partition of their key by ");
  }

  @Test
  void aPlacementThatIsSetExcludesATopicsOwn() {
    String plan =
        job(Readings.keyedTable("t", inOrder))
            .explain(counts("'exchange'='auto', 'partition'='least-key'"));

    assertThat(plan)
        .contains("exchange=local-merge (advice: ", "partition=least-key (query hint)")
        .doesNotContain("AheadKeyBy");
  }

  @Test
  void keysShareAsFewWatermarksAsLoseNothing() throws Exception {
    KafkaTopic oneInOrder = KafkaTopic.create(1);
    oneInOrder.write(Readings.lines(7, 0, TICKS, 2_000));

    String plan =
        job(oneInOrder).explain(counts("'watermark'='key', 'watermark.keys-per-group'='auto'"));

    assertThat(TestPlanner.keyWatermarks(plan).get(0))
        .contains(
            "watermark.keys-per-group=10 (advice: no further record of the sample is late, which"
                + " has too few keys, 1,995, to say so of groups of 100)");
  }

  /** A topic that was not written by the record keys that the table declares. */
  @Test
  void keysInSeveralPartitionsKeepTheFloor() throws Exception {
    KafkaTopic mixed = KafkaTopic.create(2);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int i = 0; i < lagging.size(); i++) {
      lines.add(new KafkaTopic.Line(lagging.get(i).key(), lagging.get(i).value(), i / 50 % 2));
    }
    mixed.write(lines);
    assertThat(job(Readings.keyedTable("t", mixed)).explain(counts("'watermark'='auto'")))
        .contains(
            "watermark.order=any (advice: 20 of 20 keys have records in several partitions, despite"
                + " key.fields of t: [k]: no record is late that Flink's watermark keeps)");
    assertThat(job(mixed).explain(counts("'watermark'='auto'")))
        .contains("watermark=key (advice: ", "watermark.order=any (table t has no 'key.fields')");
    assertThat(
            TestPlanner.advice(
                    job(mixed).explain(counts("'watermark'='auto', 'watermark.order'='by-key'")))
                .toString())
        .contains(
            "watermark=auto (query hint): subtask, as 'watermark.order'='by-key' is set, and 20 of"
                + " 20 keys have records in several partitions");
  }

  @Test
  void keysThatAreMergedBeforeShareNone() {
    String plan =
        job(inOrder)
            .explain(
                counts("'watermark'='key', 'watermark.keys-per-group'='auto', 'exchange'='auto'"));

    assertThat(TestPlanner.keyWatermarks(plan).get(0))
        .contains(
            "watermark.keys-per-group=1 (advice: local-merge and keys that share a watermark"
                + " exclude each other)");
    assertThat(plan).contains("LocalMerge(");
  }

  // ------------------------------------------------------------------------------------ advice=on

  /** Where local merge goes by the key's watermark. */
  @Test
  void theSessionLeavesEverythingToAdvice() {
    String plan =
        job(onePartition).with("table.optimizer.trilink.advice", "on").explain(countsWithoutHint());

    assertThat(TestPlanner.keyWatermarks(plan).get(0)).startsWith("watermark=key (advice: ");
    assertThat(plan).contains("exchange=local-merge (advice: ");
    assertThat(plan).contains("partition=least-key (advice: ");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void whatAHintSetsIsNotLeftToTheSessionsAdvice() {
    String plan =
        job(onePartition)
            .with("table.optimizer.trilink.advice", "on")
            .explain(counts("'watermark'='subtask', 'partition'='hash'"));

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(plan).contains("exchange=local-merge (advice: ", "partition=hash (query hint)");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void aHintTurnsAdviceOff() {
    String plan =
        job(apart).with("table.optimizer.trilink.advice", "on").explain(counts("'advice'='off'"));

    assertThat(plan).doesNotContain("advice", "LocalMerge", "KeyWatermark");
    assertThat(Seen.count()).isZero();
  }

  /** It samples for itself, and plans by its own options. */
  @Test
  void adviceThatIsAskedForIsNotAdvisedByThePlanner() {
    StreamTableEnvironment tables =
        job(inOrder).with("table.optimizer.trilink.advice", "on").tables();

    Advice advice = Advice.forStatement(tables, countsWithoutHint());

    assertThat(advice.planBefore()).doesNotContain("advice", "LocalMerge");
    assertThat(advice.planAfter()).contains("exchange=local-merge (session)");
  }

  // ------------------------------------------------------------------------------------- no sample

  @Test
  void withoutRecordsItIsWhatStockFlinkDoes() throws Exception {
    KafkaSqlJob job = job(KafkaTopic.create(1));

    String plan = job.explain(counts("'exchange'='auto', 'watermark'='auto'"));

    assertThat(TestPlanner.advice(plan))
        .containsExactlyInAnyOrder(
            "watermark=auto refused: there is nothing to sample, as the topic is empty",
            "exchange=auto refused: there is nothing to sample, as the topic is empty");
    assertThat(TestPlanner.error(() -> job.explain(counts("'exchange'='auto', 'strict'='true'"))))
        .contains("exchange=auto refused: there is nothing to sample, as the topic is empty");
  }

  /** However far the sample gets in that time. */
  @ParameterizedTest
  @ValueSource(strings = {"1 ms", "100 ms", "300 ms", "600 ms"})
  void aTopicThatIsReadTooSlowlyIsNotCalledEmpty(String limit) {
    String plan =
        job(inOrder)
            .with("table.optimizer.trilink.advice.timeout", limit)
            .explain(counts("'exchange'='auto'"));

    assertThat(plan)
        .doesNotContain("there is nothing to sample")
        .containsAnyOf(
            "exchange=local-merge (advice: ",
            "that were read in time)",
            limit + " ('advice.timeout')",
            "cannot be read from");
  }

  @Test
  void withAdviceOnAMissingTopicIsNoError() {
    String plan =
        job(Readings.table("t", "no-such-topic", "'format'='json'"))
            .with("table.optimizer.trilink.advice", "on")
            .with("table.optimizer.trilink.strict", "true")
            .explain(countsWithoutHint());

    assertThat(TestPlanner.advice(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan).get(0))
        .startsWith(
            "advice=on (session) has no effect here: Topic 'no-such-topic' of table t does not"
                + " exist at "
                + TestBroker.address());
  }

  /** Kafka's client repeats the address in its error. */
  @Test
  void whyATopicCannotBeSampledHasNoSecrets() {
    String address = "kafka://user:hidden-word@nowhere";
    String plan =
        job(Readings.table("t", inOrder).replace(TestBroker.address(), address))
            .with("table.optimizer.trilink.advice", "on")
            .explain(countsWithoutHint());

    assertThat(plan)
        .contains("advice=on (session) has no effect here: ", "@nowhere")
        .doesNotContain("hidden-word");
  }

  @Test
  void withoutRecordsAdviceGoesByThePlanAlone() throws Exception {
    String plan =
        job(Readings.keyedTable("t", KafkaTopic.create(1)))
            .with("table.optimizer.trilink.advice", "on")
            .explain(countsWithoutHint());

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "advice=on (session) has no effect here: there is nothing to sample, as the topic is"
                + " empty; by the plan alone, 'exchange'='ahead-keyby' with"
                + " 'ahead-keyby.partitioned-by'='kafka-key' needs no exchange if the topic of"
                + " table t is written by its record keys [k], and 'exchange'='local-merge' sends"
                + " fewer rows if a key has several records in 1 min");
  }

  /** As skewed as can be: of three values of a CASE, eight subtasks have five that get nothing. */
  @Test
  void fewKeysAreSeenByThePlanAlone() throws Exception {
    KafkaSqlJob job =
        job(Readings.table("t", KafkaTopic.create(1)))
            .withParallelism(8)
            .with("table.optimizer.trilink.advice", "on");
    String few = "there are %s keys at most, which no placement spreads evenly over 8 subtasks";

    assertThat(
            job.explain(
                "SELECT c, COUNT(*) FROM (SELECT CASE WHEN id < 10 THEN 'few' WHEN id"
                    + " < 100 THEN 'some' ELSE 'many' END AS c FROM t) GROUP BY c"))
        .contains(few.formatted(3));
    assertThat(
            job.explain(
                "SELECT m, b, COUNT(*) FROM (SELECT MOD(id, 3) AS m, k = 'a' AS b FROM"
                    + " t) GROUP BY m, b"))
        .contains(few.formatted(18));
    assertThat(job.explain("SELECT k, COUNT(*) FROM t GROUP BY k"))
        .contains("by the plan alone")
        .doesNotContain("keys at most");
  }

  @Test
  void whatWasEmptyIsTriedAgainWithTheNextStatement() throws Exception {
    KafkaTopic filled = KafkaTopic.create(1);
    StreamTableEnvironment tables = job(filled).tables();
    assertThat(tables.explainSql(counts("'exchange'='auto'"))).contains("the topic is empty");

    filled.write(Readings.lines(1, 0, 1_000, 5));

    assertThat(tables.explainSql(counts("'exchange'='auto'")))
        .contains("exchange=local-merge (advice: ");
  }

  @Test
  void whatReadsResultsIsNotSampled() {
    String plan =
        job(inOrder)
            .explain(
                "SELECT /*+ TRILINK('exchange'='auto') */ c, COUNT(*) FROM (SELECT /*+"
                    + " TRILINK('exchange'='shuffle') */ k, COUNT(*) AS c FROM t GROUP BY k) GROUP"
                    + " BY c");

    assertThat(TestPlanner.advice(plan).toString())
        .contains("exchange=auto refused: its rows come from GroupAggregate, not from a table");
    assertThat(Seen.count()).isZero();
  }

  /** Nobody has asked for what is advised, so it is no refusal. */
  @Test
  void whatIsAdvisedAndCannotBePlannedIsNoError() {
    String plan =
        job(apart)
            .define(
                "CREATE TEMPORARY VIEW minutes AS SELECT /*+ TRILINK('watermark'='auto',"
                    + " 'strict'='true') */ k, window_time AS wt, COUNT(*) AS c FROM"
                    + " TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                    + " WHERE seen(id) GROUP BY k, window_start, window_end, window_time")
            .explain(
                "SELECT k, SUM(c) FROM TABLE(TUMBLE(TABLE minutes, DESCRIPTOR(wt), INTERVAL '1'"
                    + " HOUR)) GROUP BY k, window_start, window_end");

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan).get(0))
        .startsWith(
            "watermark=auto (query hint): subtask, as key is advised, and cannot be planned:"
                + " LocalWindowAggregate above it waits for watermarks");
  }

  /** But keys stay where the savepoint has them. */
  @Test
  void aJobThatIsRestoredGetsAdvice(@TempDir Path savepoints) throws Exception {
    String savepoint =
        job(onePartition).withoutTrilink().stop(countsWithoutHint(), null, TICKS, savepoints);

    String plan =
        job(onePartition)
            .with("table.optimizer.trilink.advice", "on")
            .with("execution.savepoint.path", savepoint)
            .explain(countsWithoutHint());

    assertThat(plan).contains("watermark=key (advice: ", "exchange=local-merge (advice: ");
    assertThat(TestPlanner.advice(plan).toString())
        .contains("least-key is advised, and cannot be planned: Keys in savepoint");
  }

  // --------------------------------------------------------------------------------------- samples

  @Test
  void anOperatorIsSampledOnceASession() {
    StreamTableEnvironment tables = job(inOrder).tables();
    String first = tables.explainSql(counts("'exchange'='auto'"));
    assertThat(Seen.count()).isEqualTo(TICKS);

    Seen.clear();
    String second = tables.explainSql(counts("'watermark'='auto', 'exchange'='auto'"));

    assertThat(Seen.count()).isZero();
    assertThat(first).contains("local-merge (advice: ");
    assertThat(second).contains("local-merge (advice: ", "watermark=auto (query hint): subtask");
  }

  @Test
  void aSampleHasAsManyRecordsAsAreAskedFor() {
    job(inOrder).explain(counts("'exchange'='auto', 'advice.records'='500'"));

    assertThat(Seen.count()).isEqualTo(500);
  }

  @Test
  void anotherTableOfTheNameIsAnotherOne() {
    StreamTableEnvironment tables = job(inOrder).tables();
    assertThat(tables.explainSql(counts("'watermark'='auto'"))).contains("subtask, as no record");

    tables.executeSql("DROP TEMPORARY TABLE t");
    tables.executeSql(Readings.table("t", apart));

    assertThat(tables.explainSql(counts("'watermark'='auto'"))).contains("watermark=key (advice: ");
  }

  // ------------------------------------------------------------------------------------------ jobs

  @Test
  void theJobHasTheResultsOfTheHintThatIsWrittenOut() throws Exception {
    List<String> byAdvice = run(counts("'watermark'='auto', 'exchange'='auto'"));
    List<String> writtenOut = run(counts("'watermark'='key', 'exchange'='local-merge'"));

    assertThat(byAdvice).isNotEmpty().containsExactlyInAnyOrderElementsOf(writtenOut);
  }

  /** The sample's rows, which the query has also seen, do not count. */
  private List<String> run(String sql) throws Exception {
    KafkaSqlJob job = job(apart);
    job.planOnly(sql);
    Seen.clear();
    JobClient client = job.environment().executeAsync();
    return job.drain(client, TICKS);
  }

  @Test
  void aJsonPlanHasTheChosenOptions() {
    StreamTableEnvironment tables = job(onePartition).tables();
    tables.executeSql(
        "CREATE TEMPORARY TABLE s (k STRING, b TIMESTAMP(3), c BIGINT) WITH"
            + " ('connector'='blackhole')");

    String json =
        JsonPlans.write(tables, "INSERT INTO s " + counts("'watermark'='auto', 'exchange'='auto'"));

    assertThat(json).contains("LocalMerge", "KeyWatermark").doesNotContain("=auto");
  }

  @Test
  void explainShowsTheChoiceWithItsEvidence() {
    String both = counts("'watermark'='auto', 'exchange'='auto'");
    golden.assertPlan("both chosen", both, job(onePartition).explain(both));
    String groups =
        counts("'watermark'='auto', 'watermark.keys-per-group'='auto', 'exchange'='shuffle'");
    golden.assertPlan("keys that share no watermark", groups, job(onePartition).explain(groups));
  }
}
