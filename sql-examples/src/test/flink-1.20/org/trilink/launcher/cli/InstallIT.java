/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.TrilinkHome;

/**
 * The jars of the build, in a Flink whose planner is loaded apart from programs: Flink's own SQL
 * Client and SQL Gateway plan with Trilink, without a launcher of Trilink's.
 */
@Tag("smoke")
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
    assertTrilinksPlan(planOfTheClient(list(flink.resolve("lib"))));

    Cli.Result uninstalled = cli.run("uninstall", flink.toString());

    assertThat(uninstalled.code()).as(uninstalled.err()).isZero();
    assertThat(list(flink.resolve("lib"))).isEqualTo(before);
  }

  /** PyFlink has the jars of lib in no order. */
  @Test
  void anAgentPlansWithTrilinkWhateverTheOrderOfTheJars() throws Exception {
    assertThat(cli.run("install", flink.toString()).code()).isZero();
    List<Path> lib = list(flink.resolve("lib"));
    Path loader =
        lib.stream()
            .filter(jar -> jar.toString().endsWith("-loader.jar"))
            .findFirst()
            .orElseThrow();
    List<Path> reversed = new ArrayList<>(lib);
    Collections.reverse(reversed);

    assertTrilinksPlan(planOfTheClient(reversed, "-javaagent:" + loader));
  }

  @Test
  void theGatewayPlansWithTrilink() throws Exception {
    assertThat(cli.run("install", flink.toString()).code()).isZero();
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Process gateway =
        start(
            "org.apache.flink.table.gateway.SqlGateway",
            list(flink.resolve("lib")),
            List.of(),
            "-Dsql-gateway.endpoint.rest.address=localhost",
            "-Dsql-gateway.endpoint.rest.port=" + port);
    try {
      SqlGatewayRest session = new SqlGatewayRest("localhost:" + port);
      String result = "";
      for (String statement : SCRIPT.strip().replaceFirst(";$", "").split(";\\s*", -1)) {
        result = session.execute(statement);
      }
      assertTrilinksPlan(result);
    } finally {
      gateway.destroy();
      gateway.waitFor();
    }
  }

  private static void assertTrilinksPlan(String plan) {
    assertThat(plan)
        .contains("KeyWatermarkWindowAggregate(groupBy=[k]")
        .contains("watermark=key (query hint)")
        .contains("KeyPlacement(trilink=[partition=least-key (query hint)")
        .contains("KEY_GROUP(k, 128)");
  }

  private String planOfTheClient(List<Path> lib, String... jvm)
      throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("script.sql"), SCRIPT);
    Process client =
        start(
            "org.apache.flink.table.client.SqlClient", lib, List.of(jvm), "-f", script.toString());
    assertThat(client.waitFor()).as(Files.readString(output())).isZero();
    return Files.readString(output());
  }

  private Path output() {
    return folder.resolve("process.out");
  }

  /** As Flink's scripts start it, which have the jars of lib in the order of their names. */
  private Process start(String main, List<Path> lib, List<String> jvm, String... arguments)
      throws IOException {
    String classPath =
        lib.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    List<String> line =
        Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                JVM.stream(),
                jvm.stream(),
                Stream.of("-classpath", classPath, main),
                Stream.of(arguments))
            .flatMap(words -> words)
            .toList();
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("FLINK_CONF_DIR", flink.resolve("conf").toString());
    return builder.redirectErrorStream(true).redirectOutput(output().toFile()).start();
  }
}
