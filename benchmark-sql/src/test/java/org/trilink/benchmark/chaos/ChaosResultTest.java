/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.TaskManagerJvms;

class ChaosResultTest {

  private static final RowComparison RIGHT = new RowComparison("alerts", 20, 20, 0, 0, 0, 0);

  @Test
  void everyRowOnceAndNothingLeftIsRight() {
    assertThat(result(RIGHT, List.of(), false).isRight()).isTrue();
  }

  @Test
  void aMissingADuplicateAWrongOrAnUnexpectedRowIsNot() {
    for (RowComparison rows :
        List.of(
            new RowComparison("alerts", 20, 19, 1, 0, 0, 0),
            new RowComparison("alerts", 20, 19, 0, 1, 0, 0),
            new RowComparison("alerts", 20, 20, 0, 0, 1, 0),
            new RowComparison("alerts", 20, 20, 0, 0, 0, 1))) {
      assertThat(result(rows, List.of(), false).isRight()).as(rows.toString()).isFalse();
    }
  }

  @Test
  void aProcessThatIsGoneOrAnOpenTransactionIsNot() {
    assertThat(result(RIGHT, List.of("taskmanager-1"), false).isRight()).isFalse();
    assertThat(result(RIGHT, List.of(), true).isRight()).isFalse();
  }

  @Test
  void saysWhatWasSurvivedAndHowLongItTook() {
    assertThat(result(new RowComparison("alerts", 20, 18, 1, 1, 0, 0), List.of(), false).lines())
        .containsExactly(
            "low-voltage, exchange=local-merge, heap: 1,000 readings, 3 faults, 2 restores",
            "  alerts: 20 expected, 18 right, 1 missing, 0 duplicate, 1 wrong, 0 unexpected",
            "    missing alert: {}",
            "  from a fault to the next committed row:",
            "    kill-tm              2 times, median   2.8 s, at most   4.5 s",
            "    kill-broker          1 times, median   3.2 s, at most   3.2 s",
            "    all                  3 times, median   3.2 s, at most   4.5 s",
            "  left behind: processes missing none, transactions open none, keys in Redis 0,"
                + " checkpoint files 1 (5c1df864/chk-12/0e1d); TaskManagers' threads 100 before and"
                + " 110 after, heap 1 MB"
                + " and 2 MB");
  }

  private static ChaosResult result(
      RowComparison rows, List<String> ended, boolean openTransaction) {
    return new ChaosResult(
        options(),
        1_000,
        List.of(
            new FaultRecord(FaultKind.KILL_TM, Moment.IN_CHECKPOINT, "taskmanager-1", 4_500),
            new FaultRecord(FaultKind.KILL_BROKER, Moment.ANY_TIME, "broker", 3_200),
            new FaultRecord(FaultKind.KILL_TM, Moment.ANY_TIME, "taskmanager-2", 1_000)),
        2,
        new Verdict(List.of(rows), Optional.empty(), List.of("missing alert: {}")),
        new Leftovers(
            ended,
            openTransaction,
            0,
            List.of("5c1df864/chk-12/0e1d"),
            new TaskManagerJvms(100, 1 << 20),
            new TaskManagerJvms(110, 2 << 20)));
  }

  private static ChaosOptions options() {
    Workload workload = Workloads.byName("low-voltage");
    return new ChaosOptions(
        workload,
        workload.mainQuery(),
        Engine.TRILINK,
        Map.of("exchange", "local-merge"),
        StateBackend.HEAP,
        Store.REDIS,
        Set.of(FaultKind.KILL_TM),
        Duration.ofMinutes(1),
        1_000,
        true,
        4,
        new GeneratorOptions(1_000, 10, 0, Duration.ZERO, 0, 1),
        Path.of("work"));
  }
}
