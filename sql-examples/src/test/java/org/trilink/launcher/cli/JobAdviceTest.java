/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.trilink.advice.operator.Remedies;
import org.trilink.launcher.local.ReportedKeyLoad;
import org.trilink.launcher.local.TaskMetrics;

class JobAdviceTest {

  private static final String WINDOWS = "KeyWatermarkWindowAggregate(groupBy=[k], ...) -> Calc";

  private static String advice(TaskMetrics... tasks) {
    return String.join("\n", JobAdvice.lines(List.of(tasks)));
  }

  private static TaskMetrics task(String name, long[] records, Map<String, Double> metrics) {
    List<Long> bySubtask = Arrays.stream(records).boxed().toList();
    return new TaskMetrics(
        name,
        bySubtask.isEmpty()
            ? Optional.empty()
            : Optional.of(new ReportedKeyLoad(name, bySubtask, List.of())),
        metrics,
        metrics);
  }

  @Test
  void nothingIsToBeChangedIfAllIsWell() {
    assertThat(
            advice(
                task(
                    WINDOWS,
                    new long[] {50_000, 49_000},
                    Map.of(
                        "numActiveKeys",
                        20.0,
                        "keyWatermarkSpread",
                        180_000.0,
                        "numLateRecordsByKeyWatermark",
                        0.0,
                        "numLateRecordsBySubtaskWatermark",
                        9_900.0)),
                task("Sink: s", new long[] {}, Map.of())))
        .isEqualTo(
            """
            KeyWatermarkWindowAggregate
              records       99,000; balance 0.98 over 2 subtasks, placed by hash
              late          none by their key's watermark; by the subtask's, as in stock Flink, 9,900 (10.0 %)
              keys          20 active; the slowest is 180 s behind the fastest
              change        nothing""");
  }

  /** Behind a local merge the task gets rows, and counts records. */
  @Test
  void recordsInMergedRowsHaveNoShareOfTheRows() {
    assertThat(
            advice(
                task(
                    "KeyWatermarkMergedWindowAggregate(...)",
                    new long[] {70},
                    Map.of("numActiveKeys", 2.0, "numLateRecordsBySubtaskWatermark", 250.0))))
        .contains("by the subtask's, as in stock Flink, 250\n");
  }

  /** Metrics come a few at a time. */
  @Test
  void aNumberOfRecordsThatIsOlderGivesNoShare() {
    assertThat(
            advice(
                task(
                    WINDOWS,
                    new long[] {1, 0},
                    Map.of("numActiveKeys", 2.0, "numLateRecordsBySubtaskWatermark", 34_266.0))))
        .contains("by the subtask's, as in stock Flink, 34,266\n");
  }

  @Test
  void stockFlinksLossesCallForAWatermarkForEachKey() {
    assertThat(
            advice(
                task(
                    "LocalWindowAggregate(...)",
                    new long[] {6_000, 4_000},
                    Map.of("numLateRecordsDropped", 1_000.0))))
        .contains("  late          1,000 (10.0 %) by the subtask's watermark")
        .contains("  change        the busiest subtask takes 20.0 % longer than an average one:")
        .contains(
            "                'watermark'='key', which drops no record that this keeps\n"
                + "                if it still drops some, or results are to come sooner: "
                + Remedies.RECORD_KEYS
                + "\n                "
                + Remedies.DELAY);
  }

  @Test
  void withoutAWatermarkNothingIsKnownOfLateRecords() {
    double none = Long.MIN_VALUE;
    assertThat(
            advice(
                task(
                    "GlobalWindowAggregate(...)",
                    new long[] {6_000, 6_000},
                    Map.of("numLateRecordsDropped", 0.0, "currentInputWatermark", none))))
        .contains("  late          not known, as no watermark has come yet")
        .contains("table.exec.source.idle-timeout, fewer subtasks, or 'watermark'='key'");
    assertThat(
            advice(
                task(
                    WINDOWS,
                    new long[] {6_000, 6_000},
                    Map.of("numActiveKeys", 2.0, "currentInputWatermark", none))))
        .contains(
            "none by their key's watermark; by the subtask's, as in stock Flink, not known, as")
        .contains("  change        nothing");
  }

  @Test
  void aKeyAboveItsShareCallsForMerging() {
    assertThat(
            advice(
                task("Source: t -> placing", new long[] {}, Map.of("keyAboveFairShare", 0.6)),
                task(
                    "GroupWindowAggregate[partition=auto](...)",
                    new long[] {8_000, 2_000},
                    Map.of())))
        .isEqualTo(
            """
            GroupWindowAggregate
              records       10,000; balance 0.25 over 2 subtasks, placed by auto
              change        one key has 60.0 % of the records, which no placement evens out: 'exchange'='local-merge'""");
  }

  @Test
  void aMergeThatDoesNotPayIsToGo() {
    assertThat(
            advice(
                task(
                    "Source: t",
                    new long[] {},
                    Map.of(
                        "localMergeRecords",
                        1_000.0,
                        "localMergeRows",
                        300.0,
                        "localMergePassedRecords",
                        600.0,
                        "localMergeTimesFull",
                        2.0))))
        .contains("local merge   900 rows for 1,000 records: one for 1.1")
        .contains("merging does not pay here: without 'exchange'='local-merge'")
        .contains("the merge's memory was full 2 times: more taskmanager.memory.managed.size");
  }

  @Test
  void aGlobalMergeSaysWhatItsStoreSees() {
    assertThat(
            advice(
                task(
                    "Source: t -> GlobalMergeWindowAggregate",
                    new long[] {},
                    Map.of("sentIncrements", 12_000.0))))
        .contains("  global merge  12,000 changes of the store\n");
  }

  @Test
  void keysOutOfOrderNeedRecordKeys() {
    assertThat(
            advice(
                task(
                    "KeyWatermarkWindowAggregate",
                    new long[] {},
                    Map.of(
                        "numActiveKeys",
                        9.0,
                        "numLateRecordsByKeyWatermark",
                        4.0,
                        "numKeysOutOfOrder",
                        3.0))))
        .contains("  order         3 keys have had records out of order")
        .endsWith(
            "  change        "
                + Remedies.RECORD_KEYS
                + "\n                "
                + Remedies.DELAY
                + "\n                "
                + Remedies.ANY_ORDER);
  }

  /**
   * Records of a key come from several partitions: the remedies are those of advice on a statement
   * over such a topic, which {@code AdvisorTest} compares with the same ones.
   */
  @Test
  void keysInSeveralPartitionsGetTheRemediesOfAdviceOnAStatement() {
    String withFloor =
        advice(
            task(
                WINDOWS,
                new long[] {9_000, 9_000},
                Map.of(
                    "numActiveKeys",
                    60.0,
                    "numLateRecordsByKeyWatermark",
                    4_000.0,
                    "numLateRecordsBySubtaskWatermark",
                    4_000.0)));
    String stock =
        advice(
            task(
                "GlobalWindowAggregate(...)",
                new long[] {9_000, 9_000},
                Map.of("numLateRecordsDropped", 4_000.0)));

    assertThat(withFloor).endsWith(String.join("\n                ", Remedies.ofKeysOutOfOrder()));
    for (String text : List.of(withFloor, stock)) {
      assertThat(text)
          .containsSubsequence(Remedies.ofKeysOutOfOrder())
          .doesNotContain("'watermark.order'='by-key'", "if the records of each key are in order");
    }
  }

  @Test
  void messagesThatAreLeftToFlinkAreNamed() {
    assertThat(advice(task("Source: t", new long[] {}, Map.of("numMessagesLeftToFlink", 7.0))))
        .contains("  decoding      7 messages were left to Flink's decoder")
        .contains("'decode'='stock' for the table");
  }
}
