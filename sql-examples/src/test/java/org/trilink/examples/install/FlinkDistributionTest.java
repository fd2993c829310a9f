package org.trilink.examples.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.local.CommandFailure;

class FlinkDistributionTest {

  /** What Flink's own bin/config.sh gives its scripts, with a java that tells how it is called. */
  private static final String CONFIG_SH =
      """
      here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
      FLINK_LIB_DIR=$here/lib
      FLINK_OPT_DIR=$here/opt
      FLINK_CONF_DIR=$here/conf
      FLINK_LOG_DIR=$here/log
      JAVA_RUN=$here/bin/fake-java
      constructFlinkClassPath() { find "$FLINK_LIB_DIR" -name '*.jar' | sort | paste -sd: -; }
      manglePathList() { echo "$1"; }
      manglePath() { echo "$1"; }
      """;

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

  @BeforeEach
  void unpack() throws IOException {
    flink = folder.resolve("flink 1.14");
    add("lib/flink-dist_2.12-1.14.6.jar");
    add("lib/flink-table_2.12-1.14.6.jar");
    add("opt/flink-sql-client_2.12-1.14.6.jar");
    add("opt/flink-python_2.12-1.14.6.jar");
    add("bin/sql-client.sh");
    Files.writeString(flink.resolve("bin/config.sh"), CONFIG_SH);
    fakeJava("17.0.1");
    trilinkJars = Files.createDirectories(folder.resolve("jars"));
    Files.writeString(trilinkJars.resolve("trilink-planner-1.0.jar"), "planner");
    Files.writeString(trilinkJars.resolve("trilink-table-runtime-1.0.jar"), "runtime");
    Files.writeString(trilinkJars.resolve("other-1.0.jar"), "other");
  }

  private void add(String file) throws IOException {
    Path path = flink.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, file);
  }

  private void fakeJava(String version) throws IOException {
    Path java = Files.writeString(flink.resolve("bin/fake-java"), FAKE_JAVA.formatted(version));
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

    FlinkDistribution.at(flink).install(trilinkJars);

    Map<String, String> after = files();
    assertThat(after).containsAllEntriesOf(before);
    assertThat(after).hasSize(before.size() + 3);
    assertThat(after)
        .containsEntry("lib/trilink-planner-1.0.jar", "planner")
        .containsEntry("lib/trilink-table-runtime-1.0.jar", "runtime");
    assertThat(flink.resolve("bin/trilink-sql-client.sh")).isExecutable();
  }

  @Test
  void installingAgainReplacesAnEarlierVersion() throws IOException {
    FlinkDistribution.at(flink).install(trilinkJars);
    Files.move(
        trilinkJars.resolve("trilink-planner-1.0.jar"),
        trilinkJars.resolve("trilink-planner-1.1.jar"));

    FlinkDistribution.at(flink).install(trilinkJars);

    assertThat(files())
        .containsKey("lib/trilink-planner-1.1.jar")
        .doesNotContainKey("lib/trilink-planner-1.0.jar");
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
                    lib + "flink-dist_2.12-1.14.6.jar",
                    lib + "flink-table_2.12-1.14.6.jar",
                    lib + "trilink-planner-1.0.jar",
                    lib + "trilink-table-runtime-1.0.jar",
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

    assertRefused("is no Flink distribution: it has no lib/flink-dist");
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
