package org.trilink.benchmark.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/trilink bench exchange} from the outside, on a real cluster of two TaskManagers. */
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
    assertThat(bytes("shuffle", table)).isPositive();
    assertThat(bytes("local-merge", table)).isPositive();
    assertThat(bytes("local-merge", table) / (double) bytes("shuffle", table)).isLessThan(0.02);
    assertThat(bytes("global-merge", table)).isZero();
    assertThat(bytes("ahead-keyby", table)).isZero();
  }

  private static long bytes(String exchange, String table) {
    Matcher line = Pattern.compile("(?m)^" + exchange + " +([\\d,]+) ").matcher(table);
    assertThat(line.find()).as(table).isTrue();
    return Long.parseLong(line.group(1).replace(",", ""));
  }
}
