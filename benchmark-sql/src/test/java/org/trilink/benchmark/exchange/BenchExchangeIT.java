/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.ResultFile;

/** {@code bin/trilink bench exchange} from the outside, on a real cluster of two nodes. */
@Tag("nightly")
class BenchExchangeIT {

  private static final long LIMIT_MINUTES = 8;

  @TempDir private Path folder;

  @Test
  void mergedRowsAreFewAndWithoutAnExchangeThereAreNone() throws Exception {
    Path out = folder.resolve("standard.out");
    Path err = folder.resolve("standard.err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("trilink.home"), "bin", "trilink").toString(),
                "bench",
                "exchange",
                "--quick",
                "--nodes=2",
                "--results=" + folder.resolve("results"),
                "--report=" + folder.resolve("report"),
                "--work-dir=" + folder.resolve("work"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      process.destroy();
      throw new IllegalStateException("took too long: " + Files.readString(err));
    }
    String table = Files.readString(out);

    assertThat(process.exitValue()).as(table + Files.readString(err)).isZero();
    Map<String, Double> bytes = bytesPerReading();
    assertThat(bytes.get("shuffle")).isBetween(20.0, 32.0);
    assertThat(bytes.get("local-merge")).isPositive().isLessThan(0.05 * bytes.get("shuffle"));
    assertThat(bytes.get("global-merge")).isZero();
    assertThat(bytes.get("ahead-keyby")).isZero();
    assertThat(table).containsPattern("nodes 2 +shuffle +.* (4[5-9]|5[0-5])\\.\\d %");
    assertThat(folder.resolve("results").resolve("exchange-quick.json")).exists();
    Path page = folder.resolve("report").resolve("index.html");
    assertThat(table).endsWith("report of quick runs: " + page + System.lineSeparator());
    assertThat(Files.readString(page))
        .contains("<title>Trilink beside Flink: a quick run</title>", "By rate of the links");
  }

  /** The bytes to another node, by exchange, on links of 50 Mbit/s. */
  private Map<String, Double> bytesPerReading() {
    Map<String, Double> bytes = new HashMap<>();
    ResultFile.read(folder.resolve("results").resolve("exchange-quick.json"))
        .measurements()
        .stream()
        .filter(run -> "50mbit".equals(run.trial().situation().get("link-rate")))
        .forEach(
            run ->
                bytes.put(
                    run.trial().variant(),
                    run.value(Metric.BYTES_BETWEEN_TASK_MANAGERS).orElseThrow()
                        / run.value(Metric.RECORDS).orElseThrow()));
    return bytes;
  }
}
