/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.TrilinkHome;

/** The example in PyFlink, in the distribution that PyPI has. */
class PyFlinkIT {

  private static final String PYFLINK = "apache-flink==1.20.3";
  private static final int WINDOWS_OF_A_SENSOR = 5;

  @TempDir private Path folder;

  @Test
  void plansAndRunsWithTrilink() throws Exception {
    Path home = TrilinkHome.current().root();
    Path python = installed();
    String flink =
        run(List.of(python.toString(), "-c", "import pyflink; print(pyflink.__path__[0])")).strip();
    Cli cli = new Cli(Cli.script(), folder);

    Cli.Result installed = cli.run("install", flink);

    assertThat(installed.code()).as(installed.err()).isZero();
    try {
      String printed =
          run(List.of(python.toString(), home + "/sql-examples/pyflink/key_watermark.py"));
      assertThat(printed).contains("KeyWatermarkWindowAggregate(groupBy=[sensor]");
      for (String sensor : List.of("a", "b")) {
        assertThat(
                printed
                    .lines()
                    .filter(line -> line.matches(".*\\| +" + sensor + " \\|.*\\| +6 \\|")))
            .as(printed)
            .hasSize(WINDOWS_OF_A_SENSOR);
      }
    } finally {
      assertThat(cli.run("uninstall", flink).code()).isZero();
    }
  }

  /** PyFlink in a folder of the build's output, where it stays. */
  private Path installed() throws Exception {
    Path environment = TrilinkHome.current().jars().resolveSibling("pyflink").toAbsolutePath();
    Path python = environment.resolve("bin").resolve("python");
    Path complete = environment.resolve(PYFLINK);
    if (!Files.exists(complete)) {
      run(List.of("python3", "-m", "venv", "--clear", environment.toString()));
      run(List.of(python.toString(), "-m", "pip", "install", "--quiet", PYFLINK));
      Files.createFile(complete);
    }
    return python;
  }

  private String run(List<String> line) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "process", ".out");
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(out)).isZero();
    return Files.readString(out);
  }
}
