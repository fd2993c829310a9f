/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.runtime.flink.SupportedFlink;

/** {@code bin/trilink} in a project of its own, which Maven builds in a moment. */
class LauncherIT {

  private static final String MODULE =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>test</groupId>
        <artifactId>%s</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        %s
      </project>
      """;

  @TempDir private Path home;
  @TempDir private Path folder;

  /** With the program of this build, which is older than the project's files. */
  @BeforeEach
  void project() throws IOException {
    write(
        "pom.xml",
        MODULE.formatted(
            "all", "<modules><module>trilink-a</module><module>sql-examples</module></modules>"));
    write("trilink-a/pom.xml", MODULE.formatted("trilink-a", ""));
    write("sql-examples/pom.xml", MODULE.formatted("sql-examples", ""));
    Files.createDirectories(home.resolve("trilink-a/src/main"));
    Files.createDirectories(
        home.resolve("trilink-planner/src/main").resolve("flink-" + SupportedFlink.VERSION));
    Files.createDirectories(home.resolve("sql-examples/src/main"));
    Path target = Files.createDirectories(output());
    Path built = TrilinkHome.current().jars();
    Files.createSymbolicLink(target.resolve("lib"), built);
    Path jar =
        built.resolveSibling("sql-examples-" + System.getProperty("trilink.version") + ".jar");
    Path copy = Files.copy(jar, target.resolve(jar.getFileName()));
    Files.setLastModifiedTime(copy, FileTime.fromMillis(0));
    Files.createDirectories(home.resolve("bin"));
    Files.copy(Cli.script(), script());
  }

  @AfterEach
  void unlink() throws IOException {
    Files.delete(output().resolve("lib"));
  }

  private Path output() {
    return home.resolve("sql-examples").resolve(System.getProperty("trilink.output"));
  }

  private Path script() {
    return home.resolve("bin").resolve("trilink");
  }

  private void write(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void showsHowFarTheBuildIs() throws Exception {
    Cli.Result result = new Cli(script(), folder).run("--version");

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out()).contains(System.getProperty("trilink.version"));
    assertThat(result.err())
        .startsWith("trilink: building with Maven\n")
        .containsPattern("\n +\\d+ s  module 3 of 3, all\n$");
  }

  @Test
  void saysWhyTheBuildFailed() throws Exception {
    write(
        "trilink-a/pom.xml",
        MODULE.formatted("trilink-a", "<build><plugins><plugin/></plugins></build>"));

    Cli.Result result = new Cli(script(), folder).run("--version");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("[ERROR]", "trilink-a", "artifactId")
        .contains(
            "trilink: the build failed; see above, and " + home.resolve(".trilink/build.log"));
  }
}
