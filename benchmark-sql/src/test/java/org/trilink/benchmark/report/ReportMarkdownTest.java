/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.result.Metric;
import org.trilink.launcher.local.CommandFailure;

/** {@code report.md} of results made by hand. */
class ReportMarkdownTest {

  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "org", "trilink", "benchmark", "report", "report.md");

  @TempDir private Path results;

  /** With -Dtrilink.update-golden=true it writes the expected text anew, for a person to read. */
  @Test
  void isTheGoldenText() throws IOException {
    SampleResults.writeAll(results);

    String text = markdown();

    if (Boolean.getBoolean("trilink.update-golden")) {
      Files.writeString(GOLDEN, text);
    }
    assertThat(text).isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void leavesOutWhatHasNotBeenRun() throws IOException {
    oneRun(1_000).write(results);

    assertThat(markdown().lines().filter(line -> line.startsWith("## "))).hasSize(1);
  }

  @Test
  void quickRunsHaveAReportOfTheirOwn() throws IOException {
    oneRun(1_000).quick().write(results);
    oneRun(2_000).write(results);

    assertThat(markdown(false))
        .startsWith("# Trilink beside Flink\n")
        .contains("| 2,000 |")
        .doesNotContain("| 1,000 |", "quick");
    assertThat(markdown(true))
        .startsWith("# Trilink beside Flink: a quick run\n\n**A quick run: ")
        .contains("its figures are no result.**", "| 1,000 |")
        .doesNotContain("| 2,000 |");
  }

  @Test
  void aQuickRunIsNoResultOfAFullOne() throws IOException {
    oneRun(1_000).quick().write(results);

    assertThat(markdown(false)).doesNotContain("## ");
  }

  @Test
  void saysThatMoreIsToCome() throws IOException {
    oneRun(1_000).unfinished().write(results);

    assertThat(markdown()).contains("*unfinished: 1 runs so far*");
  }

  @Test
  void aResultWithoutRunsCountsAsNone() throws IOException {
    new ResultBuilder("throughput").unfinished().write(results);

    assertThat(markdown()).doesNotContain("## ");
  }

  @Test
  void oneVariantAloneIsShownWithoutAComparison() throws IOException {
    oneRun(1_000).write(results);

    assertThat(markdown())
        .contains("| 4 | Trilink | 1,000 | 1,000 µs | 100 % | 100 % | 10,000 of 10,000 | 0 | 1 |")
        .doesNotContain("times as many");
  }

  @Test
  void marksAVariantThatLostRows() throws IOException {
    new ResultBuilder("throughput")
        .of("flink", "workload", "ysb", "nodes", "4")
        .rows(9_999, 10_000, 7)
        .runs(500)
        .write(results);

    assertThat(markdown())
        .contains(
            "| 4 | **Flink** | 500 | 2,000 µs | 100 % | 100 % | 9,999 of 10,000 (> 99.9 %) | 7 (< 0.01 %) |");
  }

  @Test
  void aQuickRunHasTheRecordPathOnly() throws IOException {
    String[] programs = {"part", "record path", "workload", "ysb", "nodes", "2", "disorder", "0.5"};
    String[] engines = {
      "part", "record path", "workload", "ysb", "nodes", "2", "disorder", "0.5", "backend", "heap"
    };
    new ResultBuilder("throughput")
        .quick()
        .of("hand-written", programs)
        .complete()
        .runs(2_000)
        .of("flink", engines)
        .complete()
        .runs(500)
        .of("trilink", engines)
        .complete()
        .runs(1_000)
        .write(results);

    assertThat(markdown(true))
        .contains("50 % of what the hand-written program reads and 2.0 times as many as Flink.")
        .contains("| 50 % late | Heap | Trilink | 1,000 | 50 % | – | 2.0× | 1,000 µs |")
        .doesNotContain("The paper's figure 14, records/s");
  }

  @Test
  void slowerReadsWell() throws IOException {
    new ResultBuilder("throughput")
        .of("flink", "workload", "ysb", "nodes", "1")
        .complete()
        .runs(1_000, 1_010, 990)
        .of("trilink", "workload", "ysb", "nodes", "1")
        .complete()
        .runs(750, 760, 740)
        .write(results);

    assertThat(markdown())
        .contains(
            "Yahoo Streaming Benchmark on 1 node: Trilink reads 750 records/s, 25 % fewer than"
                + " Flink.");
  }

  @Test
  void saysThatRangesOverlap() throws IOException {
    new ResultBuilder("throughput")
        .of("flink", "workload", "ysb", "nodes", "1")
        .complete()
        .runs(1_000, 1_200)
        .of("trilink", "workload", "ysb", "nodes", "1")
        .complete()
        .runs(1_190, 1_250)
        .write(results);

    assertThat(markdown())
        .contains("1.1 times as many as Flink (though the runs' ranges overlap).");
  }

  @Test
  void aRunWithoutAThroughputHasNone() throws IOException {
    new ResultBuilder("state")
        .of("trilink", "backend", "heap", "keys", "1000")
        .complete()
        .value(Metric.CHECKPOINT_BYTES, 2_500_000)
        .runs()
        .write(results);

    assertThat(markdown())
        .contains("| Heap | 1,000 | Trilink | – | 2.50 MB | – | 10,000 of 10,000 | 0 | 1 |");
  }

  @Test
  void namesAFileThatIsNoResult() throws IOException {
    Files.writeString(results.resolve("state.json"), "{");

    assertThatThrownBy(this::markdown)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("state.json");
  }

  @Test
  void beginsWithWhatIsGainedAtEqualResults() throws IOException {
    ResultBuilder result = new ResultBuilder("throughput");
    recordPath(result, "low-voltage", "0.0").complete().runs(1_000, 1_100, 900);
    trilinkRecordPath(result, "low-voltage", "0.0").complete().runs(2_000, 2_100, 1_900);
    recordPath(result, "ysb", "0.0").complete().runs(1_000, 1_500, 900);
    trilinkRecordPath(result, "ysb", "0.0").complete().runs(1_250, 1_300, 1_200);
    recordPath(result, "bridge", "0.5").rows(9_999, 10_000, 7).runs(1_000);
    trilinkRecordPath(result, "bridge", "0.5").complete().runs(9_000);
    result.write(results);

    assertThat(markdown())
        .contains(
            "**1.3 – 2.0× stock Flink's records/s, with the same rows.** Stock Flink, too, has"
                + " every row right. Input in order, on the heap: low voltage 2.0×, Yahoo Streaming"
                + " Benchmark 1.3× (though the runs' ranges overlap).\n");
  }

  /** Who loses rows is faster for nothing. */
  @Test
  void hasNoMessageWithoutEqualResults() throws IOException {
    ResultBuilder result = new ResultBuilder("throughput");
    recordPath(result, "bridge", "0.5").rows(9_999, 10_000, 7).runs(1_000);
    trilinkRecordPath(result, "bridge", "0.5").complete().runs(9_000);
    result.write(results);

    assertThat(markdown()).doesNotContain("with the same rows");
  }

  @Test
  void namesThePlaceWhereTrilinkIsSlowest() throws IOException {
    new ResultBuilder("state")
        .of("flink", "backend", "rocksdb", "keys", "1000", "disorder", "0.0")
        .complete()
        .runs(1_000)
        .of("trilink", "backend", "rocksdb", "keys", "1000", "disorder", "0.0")
        .complete()
        .runs(600)
        .write(results);

    assertThat(markdown())
        .contains(
            "- **0.6×** Flink's records/s, same rows, where Trilink is slowest: 1,000 keys, in"
                + " order, in RocksDB\n");
  }

  @Test
  void saysWhetherThroughputGoesByBalance() throws IOException {
    unevenHash(1_000, 900).write(results);
    assertThat(markdown())
        .contains("Flink 500 (0.26), modulo 1,000 (0.40), least-key 900 (0.60). They are not in");
    unevenHash(900, 1_000).write(results);
    assertThat(markdown())
        .contains("least-key 1,000 (0.60). They are in the order of the balance degrees.");
  }

  private static ResultBuilder unevenHash(double modulo, double leastKey) {
    ResultBuilder result = new ResultBuilder("balance");
    result.of("flink", "figure", "16").value(Metric.BALANCE_DEGREE, 0.26).runs(500);
    result.of("modulo", "figure", "16").value(Metric.BALANCE_DEGREE, 0.4).runs(modulo);
    return result.of("least-key", "figure", "16").value(Metric.BALANCE_DEGREE, 0.6).runs(leastKey);
  }

  @Test
  void comparesStateInOrderFirst() throws IOException {
    new ResultBuilder("state")
        .of("flink", "backend", "heap", "keys", "1000")
        .rows(9_000, 10_000, 7)
        .runs(1_000)
        .of("trilink", "backend", "heap", "keys", "1000")
        .complete()
        .runs(900)
        .of("flink", "backend", "heap", "keys", "1000", "disorder", "0.0")
        .complete()
        .runs(1_000)
        .of("trilink", "backend", "heap", "keys", "1000", "disorder", "0.0")
        .complete()
        .runs(1_500)
        .write(results);

    assertThat(markdown())
        .containsSubsequence(
            "Input in order, on the heap: with the same rows, every one right, Trilink's records/s"
                + " over Flink's are 1.5× with 1,000 keys.",
            "Input 50 % late, on the heap: with other rows than Flink's, Trilink's records/s over"
                + " Flink's are 0.9× with 1,000 keys (Flink has 90 % of the rows right).",
            "| in order | Heap | 1,000 | Flink |",
            "| 50 % late | Heap | 1,000 | **Flink** |");
  }

  @Test
  void beginsWithLateFiringUnderDisorder() throws IOException {
    new ResultBuilder("watermark")
        .of("flink, small delay", "disorder", "0.5")
        .rows(9_000, 10_000, 7)
        .runs(1_500)
        .of("flink, late firing", "disorder", "0.5")
        .complete()
        .runs(250)
        .of("trilink", "disorder", "0.5")
        .complete()
        .runs(1_000)
        .write(results);

    assertThat(markdown())
        .containsSubsequence(
            "**4.0× stock Flink's records/s, with the same rows.** Stock Flink, too, has every row"
                + " right. Input out of order, low voltage, stock Flink with late firing: 50 % late"
                + " 4.0×.\n",
            "of those with every row right: 4.0 times as many as Flink with late firing.",
            "Beside those that lose rows: 33 % fewer than Flink with a small delay, which has 90 %"
                + " of the rows right.",
            "| 50 % | Flink, late firing |",
            "| 50 % | **Flink, small delay** |");
  }

  @Test
  void comparesLatenciesOfRunsThatHaveEveryRow() throws IOException {
    String[] paced = {"disorder", "0.5", "phase", "latency"};
    new ResultBuilder("watermark")
        .of("trilink", "disorder", "0.5")
        .complete()
        .runs(1_000)
        .of("flink, small delay", paced)
        .rows(9_000, 10_000, 7)
        .value(Metric.LATENCY_P99, 50)
        .runs()
        .of("flink, delay = skew", paced)
        .complete()
        .value(Metric.LATENCY_P99, 61_000)
        .runs()
        .of("trilink", paced)
        .complete()
        .value(Metric.LATENCY_P99, 250)
        .runs()
        .write(results);

    assertThat(markdown())
        .contains(
            "- **250 ms** until 99 % of the rows are there, all right, with 50 % of the records out"
                + " of order; Flink with all right: 61 s, delay = skew\n");
  }

  private static ResultBuilder.Situation recordPath(
      ResultBuilder result, String workload, String disorder) {
    return result.of("flink", situation(workload, disorder));
  }

  private static ResultBuilder.Situation trilinkRecordPath(
      ResultBuilder result, String workload, String disorder) {
    return result.of("trilink", situation(workload, disorder));
  }

  private static String[] situation(String workload, String disorder) {
    return new String[] {
      "part",
      "record path",
      "workload",
      workload,
      "nodes",
      "2",
      "disorder",
      disorder,
      "backend",
      "heap"
    };
  }

  private static ResultBuilder oneRun(double recordsPerSecond) {
    return new ResultBuilder("throughput")
        .of("trilink", "workload", "low-voltage", "nodes", "4")
        .complete()
        .runs(recordsPerSecond);
  }

  private String markdown() throws IOException {
    return markdown(false);
  }

  private String markdown(boolean quick) throws IOException {
    Path report = results.resolve("report");
    Path unused = Report.write(quick, results, report);
    return Files.readString(report.resolve("report.md"));
  }
}
