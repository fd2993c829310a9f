/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.TrilinkHome;

/** Flink's distribution that PyPI has: the example in PyFlink, and a job by Flink's own scripts. */
@Tag("smoke")
class DistributionIT {

  private static final String PYFLINK = "apache-flink==1.20.3";
  private static final int WINDOWS_OF_A_SENSOR = 5;

  /** Eight windows with Trilink; stock Flink drops most of the cellar's readings as late. */
  private static final String SCRIPT =
      """
      SET 'sql-client.execution.result-mode' = 'tableau';
      CREATE TABLE readings (sensor STRING, reading_time TIMESTAMP(3), celsius DOUBLE,
        WATERMARK FOR reading_time AS reading_time - INTERVAL '1' SECOND)
        WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
      SELECT /*+ TRILINK('watermark'='key', 'watermark.order'='by-key', 'strict'='true') */
        sensor, window_start, COUNT(*) AS readings
      FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(reading_time), INTERVAL '1' MINUTE))
      GROUP BY sensor, window_start, window_end;
      """;

  private static final String CONFIGURATION =
      """
      jobmanager.rpc.address: localhost
      jobmanager.rpc.port: %d
      jobmanager.bind-host: localhost
      jobmanager.memory.process.size: 1g
      taskmanager.host: localhost
      taskmanager.bind-host: localhost
      taskmanager.memory.process.size: 1g
      rest.address: localhost
      rest.bind-address: localhost
      rest.port: %d
      env.java.opts.all: >-
        --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
        --add-opens=java.base/java.util.concurrent=ALL-UNNAMED
      """;

  @TempDir private Path folder;
  private Path python;
  private Path flink;
  private Cli cli;

  @BeforeEach
  void install() throws Exception {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(conf.resolve("config.yaml"), CONFIGURATION.formatted(freePort(), freePort()));
    Files.createDirectories(folder.resolve("log")); // the scripts start nothing without it
    python = installed();
    flink = home(python);
    cli = new Cli(Cli.script(), folder);
    Cli.Result installed = cli.run("install", flink.toString());
    assertThat(installed.code()).as(installed.err()).isZero();
  }

  @AfterEach
  void uninstall() throws Exception {
    assertThat(cli.run("uninstall", flink.toString()).code()).isZero();
  }

  @Test
  void pyFlinkPlansAndRunsWithTrilink() throws Exception {
    Path example = TrilinkHome.current().root().resolve("sql-examples/pyflink/key_watermark.py");

    String printed = run(List.of(python.toString(), example.toString()));

    assertThat(printed).contains("KeyWatermarkWindowAggregate(groupBy=[sensor]");
    for (String sensor : List.of("a", "b")) {
      assertThat(
              printed.lines().filter(line -> line.matches(".*\\| +" + sensor + " \\|.*\\| +6 \\|")))
          .as(printed)
          .hasSize(WINDOWS_OF_A_SENSOR);
    }
  }

  @Test
  void flinksScriptsRunAJobWithTrilink() throws Exception {
    Path readings =
        TrilinkHome.current()
            .root()
            .resolve("sql-examples/embedding/src/main/resources/readings.csv");
    // The table has a blank between date and time, where the file has a T.
    Path table =
        Files.writeString(
            folder.resolve("readings.csv"), Files.readString(readings).replace('T', ' '));
    Path script = Files.writeString(folder.resolve("script.sql"), SCRIPT.formatted(table.toUri()));
    try {
      script("jobmanager.sh", "start");
      script("taskmanager.sh", "start");

      String printed = script("sql-client.sh", "-f", script.toString());

      assertThat(printed.lines().filter(line -> line.startsWith("| +I |"))).as(printed).hasSize(8);
    } finally {
      script("taskmanager.sh", "stop");
      script("jobmanager.sh", "stop");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private String script(String name, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("bash", flink.resolve("bin").resolve(name) + ""));
    line.addAll(List.of(arguments));
    return run(line);
  }

  /**
   * PyFlink in a folder of the build's output, where it stays, with the one jar that Flink's SQL
   * Client needs and PyPI's distribution lacks.
   */
  private Path installed() throws Exception {
    Path environment = TrilinkHome.current().jars().resolveSibling("pyflink").toAbsolutePath();
    Path python = environment.resolve("bin").resolve("python");
    Path complete = environment.resolve(PYFLINK);
    if (!Files.exists(complete)) {
      run(List.of("python3", "-m", "venv", "--clear", environment.toString()));
      run(List.of(python.toString(), "-m", "pip", "install", "--quiet", PYFLINK));
      Path gateway = Path.of("flink-sql-gateway-" + PYFLINK.replaceAll(".*==", "") + ".jar");
      Path flink = home(python).resolve("opt").resolve(gateway);
      Files.copy(TrilinkHome.current().jars().resolve(gateway), flink);
      Files.createFile(complete);
    }
    return python;
  }

  private Path home(Path python) throws Exception {
    String command = "import pyflink; print(pyflink.__path__[0])";
    return Path.of(run(List.of(python.toString(), "-c", command)).strip());
  }

  private String run(List<String> line) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "process", ".out");
    ProcessBuilder builder = new ProcessBuilder(line);
    builder
        .environment()
        .putAll(
            Map.of(
                "JAVA_HOME", System.getProperty("java.home"),
                "FLINK_CONF_DIR", folder.resolve("conf").toString(),
                "FLINK_LOG_DIR", folder.resolve("log").toString(),
                "FLINK_PID_DIR", folder.resolve("pid").toString()));
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(out)).isZero();
    return Files.readString(out);
  }
}
