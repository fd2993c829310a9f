/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    assertThat(bytesPerReading("shuffle", table)).isBetween(20.0, 32.0);
    assertThat(bytesPerReading("local-merge", table))
        .isPositive()
        .isLessThan(0.05 * bytesPerReading("shuffle", table));
    assertThat(bytesPerReading("global-merge", table)).isZero();
    assertThat(bytesPerReading("ahead-keyby", table)).isZero();
    assertThat(table).containsPattern("a plain exchange, nodes 2: (4[5-9]|5[0-5])\\.\\d %");
    assertThat(folder.resolve("results").resolve("exchange-quick.json")).exists();
    Path page = folder.resolve("report").resolve("index.html");
    assertThat(table).endsWith("report of quick runs: " + page + System.lineSeparator());
    assertThat(Files.readString(page))
        .contains("<title>Trilink beside Flink: a quick run</title>", "By rate of the links");
  }

  private static double bytesPerReading(String exchange, String table) {
    Matcher line =
        Pattern.compile("(?m)^50mbit +" + exchange + " +.*x +[\\d.]+ +([\\d.]+) ").matcher(table);
    assertThat(line.find()).as(table).isTrue();
    return Double.parseDouble(line.group(1));
  }
}
