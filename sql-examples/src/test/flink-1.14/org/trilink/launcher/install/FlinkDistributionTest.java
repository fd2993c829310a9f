/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.CommandFailure;

class FlinkDistributionTest {

  private static final List<String> MODULES =
      List.of("trilink-planner", "trilink-sql-functions", "trilink-table-runtime");

  /** A fake java command that prints its arguments. */
  private static final String FAKE_JAVA =
      """
      #!/usr/bin/env bash
      if [ "$1" = -version ]; then
        echo 'openjdk version "%s"' >&2
      else
        printf '%%s\\n' "$@"
      fi
      """;

  @TempDir private Path folder;
  private Path flink;
  private Path trilinkJars;

  /**
   * Unpacks Flink's own scripts, with placeholder files as jars, as the scripts only look at their
   * names.
   */
  @BeforeEach
  void unpack() throws IOException {
    flink = folder.resolve("flink 1.14");
    RealScripts.copyTo(flink);
    add("lib/flink-dist_2.12-1.14.6.jar");
    add("lib/flink-table_2.12-1.14.6.jar");
    add("opt/flink-sql-client_2.12-1.14.6.jar");
    add("opt/flink-python_2.12-1.14.6.jar");
    fakeJava("17.0.1");
    trilinkJars = Files.createDirectories(folder.resolve("jars"));
    for (String module : MODULES) {
      Files.writeString(trilinkJars.resolve(module + "-1.0.jar"), module);
    }
    Files.writeString(trilinkJars.resolve("other-1.0.jar"), "other");
  }

  private void add(String file) throws IOException {
    Path path = flink.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, file);
  }

  private void fakeJava(String version) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("java/bin"));
    Path java = Files.writeString(bin.resolve("java"), FAKE_JAVA.formatted(version));
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private void rename(String from, String to) throws IOException {
    Files.move(flink.resolve(from), flink.resolve(to));
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(flink)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(flink.relativize(path).toString(), Files.readString(path));
      }
    }
    return files;
  }

  @Test
  void addsItsFilesAndChangesNoneOfFlinks() throws IOException {
    Map<String, String> before = files();

    FlinkDistribution.Change change = FlinkDistribution.at(flink).install(trilinkJars);

    Map<String, String> after = files();
    assertThat(after).containsAllEntriesOf(before);
    assertThat(after.keySet())
        .containsAll(MODULES.stream().map(module -> "lib/" + module + "-1.0.jar").toList())
        .contains("bin/trilink-sql-client.sh", "trilink-installed.sha256")
        .hasSize(before.size() + MODULES.size() + 2);
    assertThat(after).containsEntry("lib/trilink-planner-1.0.jar", "trilink-planner");
    assertThat(flink.resolve("bin/trilink-sql-client.sh")).isExecutable();
    assertThat(change.installed()).hasSize(MODULES.size() + 1).allMatch(Files::exists);
    assertThat(change.removed()).isEmpty();
  }

  @Test
  void uninstallingLeavesWhatWasThereBefore() throws IOException {
    Map<String, String> before = files();
    FlinkDistribution.Change change = FlinkDistribution.at(flink).install(trilinkJars);

    Installation.Removal removal = Installation.in(flink).orElseThrow().remove();

    assertThat(files()).isEqualTo(before);
    assertThat(removal.removed()).hasSameElementsAs(change.installed());
    assertThat(removal.kept()).isEmpty();
    assertThat(Installation.in(flink)).isEmpty();
  }

  @Test
  void uninstallingKeepsWhatSomebodyChanged() throws IOException {
    FlinkDistribution.at(flink).install(trilinkJars);
    Path launcher = flink.resolve("bin/trilink-sql-client.sh");
    Files.writeString(launcher, "mine");
    Files.delete(flink.resolve("lib/trilink-planner-1.0.jar"));

    Installation.Removal removal = Installation.in(flink).orElseThrow().remove();

    assertThat(removal.kept()).containsExactly(launcher);
    assertThat(removal.removed()).hasSize(MODULES.size() - 1).noneMatch(Files::exists);
    assertThat(launcher).hasContent("mine");
  }

  @Test
  void installingAgainReplacesAnEarlierVersion() throws IOException {
    add("lib/trilink-functions-of-a-user-1.0.jar");
    Map<String, String> before = files();
    FlinkDistribution.at(flink).install(trilinkJars);
    Files.writeString(flink.resolve("bin/trilink-sql-client.sh"), "of another version");
    for (String module : MODULES) {
      Files.move(
          trilinkJars.resolve(module + "-1.0.jar"), trilinkJars.resolve(module + "-1.1.jar"));
    }

    FlinkDistribution.Change change = FlinkDistribution.at(flink).install(trilinkJars);

    assertThat(files())
        .containsKey("lib/trilink-planner-1.1.jar")
        .doesNotContainKey("lib/trilink-planner-1.0.jar");
    assertThat(change.removed())
        .hasSize(MODULES.size())
        .contains(flink.resolve("lib/trilink-planner-1.0.jar"));
    assertThat(Installation.in(flink).orElseThrow().remove().kept()).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void installingTheSameAgainChangesNothing() throws IOException {
    FlinkDistribution.at(flink).install(trilinkJars);
    Map<String, String> first = files();

    FlinkDistribution.Change change = FlinkDistribution.at(flink).install(trilinkJars);

    assertThat(files()).isEqualTo(first);
    assertThat(change.removed()).isEmpty();
  }

  @Test
  void twoVersionsOfAJarAreRefused() throws IOException {
    Map<String, String> before = files();
    Files.writeString(trilinkJars.resolve("trilink-planner-0.9.jar"), "older");

    assertThatThrownBy(() -> FlinkDistribution.at(flink).install(trilinkJars))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("trilink-planner-0.9.jar and trilink-planner-1.0.jar");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aFolderWithoutTrilinksJarsIsRefused() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));

    assertThatThrownBy(() -> FlinkDistribution.at(flink).install(empty))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("Trilink's jars are not in " + empty);
  }

  @Test
  void theLauncherStartsTheClientWithFlinksClassPath() throws Exception {
    FlinkDistribution.at(flink).install(trilinkJars);

    String called = launch("-f", "a script.sql");

    String lib = flink + "/lib/";
    assertThat(called)
        .contains("--add-opens=java.base/java.util=ALL-UNNAMED\n")
        .contains(
            "-classpath\n"
                + String.join(
                    ":",
                    lib + "flink-table_2.12-1.14.6.jar",
                    lib + "trilink-planner-1.0.jar",
                    lib + "trilink-sql-functions-1.0.jar",
                    lib + "trilink-table-runtime-1.0.jar",
                    lib + "flink-dist_2.12-1.14.6.jar",
                    flink + "/opt/flink-python_2.12-1.14.6.jar"))
        .containsPattern(
            "org.trilink.planner.client.TrilinkSqlClient\n-f\na script.sql\n--jar\n.*/opt/flink-sql-client");
  }

  @Test
  void theLauncherGivesJava8NoFlagsItDoesNotKnow() throws Exception {
    fakeJava("1.8.0_392");
    FlinkDistribution.at(flink).install(trilinkJars);

    assertThat(launch()).doesNotContain("--add-opens");
  }

  private String launch(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(
                    Stream.of(flink.resolve("bin/trilink-sql-client.sh").toString()),
                    Stream.of(arguments))
                .toList());
    builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void anotherScalaIsRefused() throws IOException {
    rename("lib/flink-dist_2.12-1.14.6.jar", "lib/flink-dist_2.11-1.14.6.jar");

    assertRefused("is Flink 1.14.6 for Scala 2.11; Trilink needs Flink 1.14 for Scala 2.12");
  }

  @Test
  void anotherFlinkIsRefused() throws IOException {
    // Since 1.15 the name has no Scala version.
    rename("lib/flink-dist_2.12-1.14.6.jar", "lib/flink-dist-1.15.0.jar");

    assertRefused("is Flink 1.15.0; Trilink needs Flink 1.14 for Scala 2.12");
  }

  @Test
  void aFolderThatIsNoFlinkIsRefused() throws IOException {
    Files.delete(flink.resolve("lib/flink-dist_2.12-1.14.6.jar"));

    assertRefused("is not a Flink distribution: it has no lib/flink-dist");
  }

  @Test
  void aFlinkWithoutItsScriptsIsRefused() throws IOException {
    Files.delete(flink.resolve("bin/config.sh"));

    assertRefused("has no bin/config.sh");
  }

  @Test
  void aFlinkWithoutTheSqlClientIsRefused() throws IOException {
    Files.delete(flink.resolve("opt/flink-sql-client_2.12-1.14.6.jar"));

    assertRefused("has no opt/flink-sql-client_2.12-1.14.*.jar");
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> FlinkDistribution.at(flink))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(message);
  }
}
