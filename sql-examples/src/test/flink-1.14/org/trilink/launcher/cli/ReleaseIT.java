/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The unpacked result of {@code mvn -Prelease}: it can be installed, and runs a workload. */
@EnabledIfSystemProperty(named = ReleaseIT.ARCHIVE, matches = ".+")
class ReleaseIT extends InstallIT {

  static final String ARCHIVE = "trilink.release";

  @TempDir private static Path unpacked;
  private static Path release;

  @BeforeAll
  static void unpack() throws Exception {
    Process tar =
        new ProcessBuilder("tar", "-xzf", System.getProperty(ARCHIVE), "-C", unpacked.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
    try (Stream<Path> folders = Files.list(unpacked)) {
      List<Path> roots = folders.toList();
      assertThat(roots).hasSize(1);
      release = roots.get(0);
    }
  }

  @Override
  Path script() {
    return release.resolve("bin").resolve("trilink");
  }

  @Override
  Path jars() {
    return release.resolve("lib");
  }

  @Test
  void runsAWorkload(@TempDir Path folder) throws Exception {
    Cli.Result demo = new Cli(script(), folder).run("demo", "low-voltage", "--rows", "20000");

    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("readings lost 0 of 20,000");
  }

  /** Its paths are there, and it names all that is there. */
  @Test
  void saysWhatIsInIt() throws IOException {
    String readme = Files.readString(release.resolve("README.txt"));

    assertThat(readme).contains("needs Java 17", "run on Java 8, 11 and 17").doesNotContain("${");
    try (Stream<Path> entries = Files.list(release)) {
      assertThat(entries.map(entry -> entry.getFileName().toString()))
          .filteredOn(name -> !name.endsWith(".md") && !name.startsWith("."))
          .isNotEmpty()
          .allMatch(name -> name.equals("README.txt") || readme.contains(name));
    }
    for (String jar : List.of("planner", "table-runtime", "sql-functions")) {
      assertThat(jars()).isDirectoryContaining("glob:**/trilink-" + jar + "-*.jar");
    }
  }

  @Test
  void hasItsLicences() throws IOException {
    assertThat(release).isDirectoryContaining("glob:**/LICENSE");
    assertThat(Files.readString(release.resolve("THIRD-PARTY.txt")))
        .contains("org.apache.flink:flink-table-planner_2.12")
        .doesNotContain("Unknown license");
  }

  @Test
  void hasAnSbomOfTheJarsInLib() throws IOException {
    try (Stream<Path> jars = Files.list(jars())) {
      assertThat(components("lib.cdx.json"))
          .map(component -> component.name() + "-" + component.version() + ".jar")
          .containsExactlyInAnyOrderElementsOf(
              jars.map(jar -> jar.getFileName().toString())
                  // what the SBOM is of
                  .filter(jar -> !jar.startsWith("sql-examples-"))
                  .toList());
    }
  }

  @Test
  void hasAnSbomOfTheLibrariesInsideTheRuntimesJar() throws IOException {
    List<Component> inside = new ArrayList<>(components("trilink-table-runtime.cdx.json"));
    inside.removeIf(component -> component.name().equals("slf4j-api")); // Flink has it for Jedis

    assertThat(inside.stream().map(Component::inNotice))
        .containsExactlyInAnyOrderElementsOf(
            noticeOf("trilink-table-runtime")
                .lines()
                .filter(line -> line.startsWith("- "))
                .toList());
  }

  private record Component(String group, String name, String version) {

    String inNotice() {
      return "- " + group + ":" + name + ":" + version;
    }
  }

  private static List<Component> components(String sbom) throws IOException {
    JsonNode root = new ObjectMapper().readTree(release.resolve("sbom").resolve(sbom).toFile());
    assertThat(root.path("bomFormat").asText()).isEqualTo("CycloneDX");
    List<Component> components = new ArrayList<>();
    for (JsonNode component : root.path("components")) {
      assertThat(component.path("purl").asText()).startsWith("pkg:maven/");
      components.add(
          new Component(
              component.path("group").asText(),
              component.path("name").asText(),
              component.path("version").asText()));
    }
    return components;
  }

  private String noticeOf(String module) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(jars(), module + "-*.jar");
        FileSystem jar = FileSystems.newFileSystem(jars.iterator().next())) {
      return Files.readString(jar.getPath("META-INF", "NOTICE"));
    }
  }
}
