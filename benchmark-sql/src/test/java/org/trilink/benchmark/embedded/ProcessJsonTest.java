/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

class ProcessJsonTest {

  private static final ComparedRun RUN =
      new ComparedRun(
          new Outcome(0.25, 0.5, 0.125, new Digest(3, -4), new Checkpoints(7, 12.5, 30, 41)),
          new Digest(5, Long.MIN_VALUE));

  @Test
  void readsWhatIsPrintedAmongOtherLines() {
    String line = "ComparedRun: " + ProcessJson.text(RUN) + "\n";

    assertThat(ProcessJson.printed("WARN\n" + line + "Digest: {}\n" + line, ComparedRun.class))
        .containsExactly(RUN, RUN);
  }

  @Test
  void leavesOutALineThatIsNotWholeYet() {
    String line = "ComparedRun: " + ProcessJson.text(RUN);

    assertThat(ProcessJson.printed(line, ComparedRun.class)).isEmpty();
    assertThat(ProcessJson.printed("", ComparedRun.class)).isEmpty();
  }

  @Test
  void readsWhatAProcessIsTold() {
    EmbeddedQuery stock =
        new EmbeddedQuery(
            Engine.FLINK,
            Map.of("table.optimizer.agg-phase-strategy", "ONE_PHASE"),
            List.of("CREATE TEMPORARY TABLE t (s STRING) WITH ('connector' = 'x')"),
            "SELECT \"s\"\nFROM t");
    EmbeddedQuery trilink = stock.with(Map.of()).on(Engine.TRILINK);
    QueriesProcess.Plan plan =
        new QueriesProcess.Plan(
            StateBackend.ROCKSDB,
            "/tmp/checkpoints",
            Map.of("rest.port", "0"),
            List.of(new QueryRuns(List.of(stock), stock, List.of(trilink, stock))));

    assertThat(ProcessJson.read(ProcessJson.text(plan), QueriesProcess.Plan.class)).isEqualTo(plan);
  }
}
