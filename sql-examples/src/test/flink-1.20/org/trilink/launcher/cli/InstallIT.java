/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.TrilinkHome;

/**
 * The jars of the build, in a Flink whose planner is loaded apart from programs: Flink's own SQL
 * Client plans with Trilink, without a launcher of Trilink's.
 */
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

  private static final List<String> JVM =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");

  @TempDir private Path folder;
  private Path flink;
  private Cli cli;

  @BeforeEach
  void unpackFlink() throws IOException {
    cli = new Cli(Cli.script(), folder);
    flink = folder.resolve("flink 1.20");
    Path lib = Files.createDirectories(flink.resolve("lib"));
    Path jars = TrilinkHome.current().jars();
    for (Path jar : list(jars)) {
      String name = jar.getFileName().toString();
      if (!name.startsWith("trilink-") && !name.startsWith("flink-table-planner_")) {
        Files.createSymbolicLink(lib.resolve(name), jar);
      }
    }
    for (Path jar : list(jars.resolveSibling("distribution"))) {
      Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
    }
    // The distribution has these classes in a jar with another name.
    Path clients = lib.resolve("flink-clients-1.20.3.jar");
    Files.move(clients, lib.resolve("flink-dist-1.20.3.jar"));
    Files.createDirectories(flink.resolve("conf"));
    Files.writeString(flink.resolve("conf").resolve("config.yaml"), "rest.port: 0\n");
  }

  /** JUnit logs a warning for each link out of its temporary folder. */
  @AfterEach
  void deleteLinks() throws IOException {
    for (Path file : list(flink.resolve("lib"))) {
      if (Files.isSymbolicLink(file)) {
        Files.delete(file);
      }
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void flinksClientPlansWithTrilinkUntilItIsUninstalled() throws Exception {
    List<Path> before = list(flink.resolve("lib"));

    Cli.Result installed = cli.run("install", flink.toString());

    assertThat(installed.code()).as(installed.err()).isZero();
    assertThat(list(flink.resolve("lib"))).containsAll(before).hasSize(before.size() + 4);
    assertThat(plan())
        .contains("KeyWatermarkWindowAggregate(groupBy=[k]")
        .contains("watermark=key (query hint)")
        .contains("KeyPlacement(trilink=[partition=least-key (query hint)")
        .contains("KEY_GROUP(k, 128)");

    Cli.Result uninstalled = cli.run("uninstall", flink.toString());

    assertThat(uninstalled.code()).as(uninstalled.err()).isZero();
    assertThat(list(flink.resolve("lib"))).isEqualTo(before);
  }

  /**
   * As Flink's {@code sql-client.sh} starts it: with the jars of lib in the order of their names.
   */
  private String plan() throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("script.sql"), SCRIPT);
    String classPath =
        list(flink.resolve("lib")).stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> line =
        Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                JVM.stream(),
                Stream.of("-classpath", classPath, "org.apache.flink.table.client.SqlClient"),
                Stream.of("-f", script.toString()))
            .flatMap(words -> words)
            .toList();
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("FLINK_CONF_DIR", flink.resolve("conf").toString());
    Path out = folder.resolve("client.out");
    Process client = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(client.waitFor()).as(Files.readString(out)).isZero();
    return Files.readString(out);
  }
}
