package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

class ResultTableTest {

  private static final Map<String, String> SITUATION = Map.of("nodes", "2");

  @Test
  void setsMediansRangesAndLossesBesideEachOther() {
    BenchmarkResult result =
        result(
            new Measurement(
                new Trial(ResultTable.BARE_CONSUMER, SITUATION, 0),
                "",
                true,
                Map.of(Metric.RECORDS_PER_SECOND, 4000.0),
                List.of(),
                List.of()),
            run(ResultTable.HAND_WRITTEN, 0, 3000, 100, 0),
            run("flink", 0, 1000, 90, 7),
            run("trilink", 0, 2000, 100, 0),
            run("flink", 1, 1400, 80, 9),
            run("trilink", 1, 2000, 100, 0),
            run("flink", 2, 900, 95, 5),
            run("trilink", 2, 2600, 100, 0));

    assertThat(new ResultTable(result).lines())
        .containsExactly(
            "situation  variant                  records/s  of bare  of hand-written   rows right"
                + "  records lost",
            "nodes 2    bare consumer                4,000                   133.3 %",
            "nodes 2    hand-written                 3,000   75.0 %                    100 of 100"
                + "             0",
            "nodes 2    flink            1,000 [900-1,400]   25.0 %           33.3 %  80 of 100 !"
                + "             9",
            "nodes 2    trilink        2,000 [2,000-2,600]   50.0 %           66.7 %   100 of 100"
                + "             0");
  }

  @Test
  void leavesOutWhatOnlyChoseSettings() {
    Measurement tuning =
        new Measurement(
            new Trial("flink", Map.of("phase", "tuning"), 0),
            "",
            true,
            Map.of(),
            List.of(),
            List.of());

    assertThat(new ResultTable(result(tuning)).lines()).hasSize(1);
  }

  private static BenchmarkResult result(Measurement... runs) {
    return new BenchmarkResult(
        "throughput",
        false,
        "",
        true,
        "",
        new Machine("", 2, 0, ""),
        Map.of(),
        Map.of(),
        List.of(runs));
  }

  private static Measurement run(
      String variant, int round, double perSecond, double right, double lost) {
    return new Measurement(
        new Trial(variant, SITUATION, round),
        "",
        right == 100,
        Map.of(
            Metric.RECORDS_PER_SECOND, perSecond,
            Metric.ROWS_EXPECTED, 100.0,
            Metric.ROWS_RIGHT, right,
            Metric.RECORDS_LOST, lost),
        List.of(),
        List.of());
  }
}
