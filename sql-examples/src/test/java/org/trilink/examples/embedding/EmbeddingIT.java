/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.ClusterHosts;
import org.trilink.launcher.local.ClusterOptions;
import org.trilink.launcher.local.JavaRuntime;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.launcher.local.WorkFolder;
import org.trilink.runtime.flink.SupportedFlink;

/** The project {@code sql-examples/embedding}, built and run as its README says. */
@Tag("smoke")
class EmbeddingIT {

  private static final TrilinkHome HOME = TrilinkHome.current();
  private static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED");
  private static final String CLASS_PATH = "target/embedding-1.0.jar:target/lib/*";
  private static final Path JAVA_17 = JavaRuntime.current().executable();

  @TempDir private static Path folder;

  private static Path project;

  @TempDir private Path work;

  @BeforeAll
  static void build() throws Exception {
    project = folder.resolve("embedding");
    copy(HOME.root().resolve("sql-examples").resolve("embedding"), project);
    Path users = Path.of(System.getProperty("trilink.local-repository"));
    try (LocalRepository repository = new LocalRepository(users, folder.resolve("repository"))) {
      repository.install(
          HOME.root(),
          System.getProperty("trilink.version"),
          "trilink-table-runtime",
          "trilink-planner",
          "trilink-sql-functions");
      repository.maven(project, "package", "-Pflink-" + SupportedFlink.VERSION);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(file -> !from.relativize(file).startsWith("target")).toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @Test
  void readmeHasTheCommandLineThatIsTestedHere() {
    assertThat(project.resolve("README.md"))
        .content()
        .contains(String.join(" ", FLAGS))
        .contains("-cp '" + CLASS_PATH + "' org.example.ReadingsPerMinute");
  }

  @Test
  void runsInItsOwnProcessOnJava17() throws Exception {
    assertThat(rowsOf(run(JAVA_17))).containsExactlyInAnyOrderElementsOf(expectedRows());
  }

  @Test
  @Tag("nightly")
  void runsInItsOwnProcessOnJava11() throws Exception {
    assertThat(rowsOf(run(java11()))).containsExactlyInAnyOrderElementsOf(expectedRows());
  }

  @Test
  @Tag("nightly")
  void runsOnAClusterOfJava11() throws Exception {
    Path java = java11();
    WorkFolder cluster = WorkFolder.create(work.resolve("cluster"));
    try (LocalServices services = new LocalServices(HOME, cluster)) {
      services.startCluster(
          new ClusterOptions(
              0,
              8081,
              1,
              Map.of(),
              ClusterHosts.loopback(1),
              Java11.forProcesses(java, HOME.root(), work.resolve("classes"))));
      services.cluster().awaitReady();
      String address = services.cluster().rest().url().replace("http://", "");

      assertThat(rowsOf(run(java, address))).containsExactlyInAnyOrderElementsOf(expectedRows());
      for (String process : List.of("jobmanager", "taskmanager-1")) {
        assertThat(cluster.logs().resolve(process + ".log"))
            .content()
            .containsPattern("JVM: .* - 11/11\\.");
      }
    }
  }

  private static Path java11() throws Exception {
    return Java11.executable(
        HOME.root().resolve("sql-examples").resolve("target").resolve("java-11"));
  }

  /** Runs the program with the command line of the README. */
  private static String run(Path java, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of(java.toString()));
    line.addAll(FLAGS);
    line.addAll(List.of("-cp", CLASS_PATH, "org.example.ReadingsPerMinute"));
    line.addAll(List.of(arguments));
    Command.Result result = new Command(project, line).run();
    assertThat(result.code()).as(result.all()).isZero();
    return result.output();
  }

  /** The rows that Flink prints: {@code | +I | roof | 2026-01-15 08:00:00.000 | 4 | 4.6 |}. */
  private static List<String> rowsOf(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("| +I |"))
        .map(line -> line.replaceAll("\\s*\\|\\s*", "|"))
        .toList();
  }

  private record Window(String sensor, String start) {}

  /** All readings are counted, no matter how far their sensor is behind. */
  private static List<String> expectedRows() throws IOException {
    Map<Window, List<Double>> windows =
        Files.readAllLines(project.resolve("src/main/resources/readings.csv")).stream()
            .map(line -> line.split(","))
            .collect(
                Collectors.groupingBy(
                    columns ->
                        new Window(
                            columns[0], columns[1].substring(0, 16).replace('T', ' ') + ":00.000"),
                    Collectors.mapping(
                        columns -> Double.valueOf(columns[2]), Collectors.toList())));
    return windows.entrySet().stream()
        .map(
            window ->
                "|+I|%s|%s|%d|%s|"
                    .formatted(
                        window.getKey().sensor(),
                        window.getKey().start(),
                        window.getValue().size(),
                        window.getValue().stream().max(Double::compare).orElseThrow()))
        .toList();
  }
}
