/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.install.RealScripts;
import org.trilink.launcher.local.TrilinkHome;

/** The jars of the build, in a Flink that is started by its own scripts. */
class InstallIT {

  /** Uses planner, runtime and functions. */
  private static final String SCRIPT =
      """
      LOAD MODULE trilink;
      CREATE TEMPORARY TABLE t (k STRING, ts TIMESTAMP(3),
        WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
      EXPLAIN SELECT /*+ TRILINK('watermark'='key', 'partition'='least-key') */
        KEY_GROUP(k, 128), window_start, c
      FROM (SELECT k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end);
      """;

  @TempDir private Path folder;
  private Path flink;
  private Cli cli;

  /** The script that installs. */
  Path script() {
    return Cli.script();
  }

  /** The folder with its jars. */
  Path jars() {
    return TrilinkHome.current().jars();
  }

  @BeforeEach
  void unpackFlink() throws IOException {
    cli = new Cli(script(), folder);
    flink = folder.resolve("flink 1.14.6");
    RealScripts.copyTo(flink);
    Path lib = Files.createDirectories(flink.resolve("lib"));
    Path opt = Files.createDirectories(flink.resolve("opt"));
    for (Path jar : list(jars())) {
      String name = jar.getFileName().toString();
      if (!name.startsWith("trilink-")) {
        boolean optional = name.matches("flink-(sql-client|python)_.*");
        Files.createSymbolicLink((optional ? opt : lib).resolve(name), jar);
      }
    }
    // The distribution has these classes in jars with different names.
    rename("flink-clients_2.12-1.14.6.jar", "flink-dist_2.12-1.14.6.jar");
    rename("flink-table-planner_2.12-1.14.6.jar", "flink-table_2.12-1.14.6.jar");
  }

  /** JUnit logs a warning for each link out of its temporary folder. */
  @AfterEach
  void deleteLinks() throws IOException {
    for (Path file : files()) {
      if (Files.isSymbolicLink(file)) {
        Files.delete(file);
      }
    }
  }

  private void rename(String from, String to) throws IOException {
    Files.move(flink.resolve("lib").resolve(from), flink.resolve("lib").resolve(to));
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(flink)) {
      return files.filter(file -> !file.startsWith(flink.resolve("log"))).sorted().toList();
    }
  }

  @Test
  void theClientPlansWithTrilinkUntilItIsUninstalled() throws Exception {
    List<Path> before = files();

    Cli.Result installed = cli.run("install", flink.toString());

    assertThat(installed.code()).as(installed.err()).isZero();
    List<Path> built =
        list(jars()).stream()
            .filter(jar -> jar.getFileName().toString().startsWith("trilink-"))
            .toList();
    assertThat(built).isNotEmpty();
    for (Path jar : built) {
      Path copy = flink.resolve("lib").resolve(jar.getFileName());
      assertThat(copy).hasSameBinaryContentAs(jar);
      assertThat(installed.out()).contains("installed " + copy + "\n");
    }
    assertThat(plan())
        .contains("KeyWatermarkWindowAggregate(groupBy=[k]")
        .contains("watermark=key (query hint)")
        .contains("KeyPlacement(trilink=[partition=least-key (query hint)")
        .contains("KEY_GROUP(k, 128)");

    Cli.Result uninstalled = cli.run("uninstall", flink.toString());

    assertThat(uninstalled.code()).as(uninstalled.err()).isZero();
    assertThat(files()).isEqualTo(before);

    Cli.Result again = cli.run("uninstall", flink.toString());

    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err())
        .isEqualTo("trilink: bin/trilink install has installed nothing in " + flink + "\n");
  }

  private String plan() throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("script.sql"), SCRIPT);
    ProcessBuilder builder =
        new ProcessBuilder(
            flink.resolve("bin/trilink-sql-client.sh").toString(), "-f", script.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process client =
        builder
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("client.out").toFile())
            .start();
    assertThat(client.waitFor()).isZero();
    return Files.readString(folder.resolve("client.out"), StandardCharsets.UTF_8);
  }
}
