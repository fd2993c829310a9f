/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.jars;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.launcher.local.TrilinkHome;

/** The jars of all modules, as the build has made them: here, as this is the last module. */
class BuiltJarsIT {

  static Stream<BuiltJar> jars() {
    return BuiltJar.all();
  }

  static Stream<BuiltJar> jarsForClusters() {
    return BuiltJar.all().filter(BuiltJar::isForClusters);
  }

  @Test
  void allModulesAreLookedAt() {
    assertThat(jars().map(BuiltJar::toString))
        .areAtLeast(1, startingWith("trilink-planner"))
        .areAtLeast(2, startingWith("trilink-table-runtime")) // and that of its tests
        .areAtLeast(1, startingWith("trilink-sql-functions"))
        .areAtLeast(1, startingWith("sql-examples"))
        .areAtLeast(1, startingWith("benchmark-sql"));
    assertThat(jarsForClusters()).hasSize(3);
  }

  private static Condition<String> startingWith(String module) {
    return new Condition<>(name -> name.startsWith(module), module);
  }

  @ParameterizedTest
  @MethodSource("jars")
  void hasLicenseAndNotice(BuiltJar jar) throws IOException {
    assertThat(jar.bytes("META-INF/LICENSE"))
        .isEqualTo(Files.readAllBytes(BuiltJar.home().resolve("LICENSE")));
    assertThat(jar.notice().text()).contains("Copyright 2026 The Trilink Authors");
    assertThat(jar.bytes("META-INF/MANIFEST.MF")).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("jars")
  void noticeNamesAllThatOthersHaveMade(BuiltJar jar) {
    List<BundledArtifact.Contents> named =
        jar.notice().artifacts().stream().map(BundledArtifact::contents).toList();
    assertThat(jar.entries())
        .filteredOn(entry -> !jar.isOurs(entry))
        .filteredOn(entry -> named.stream().noneMatch(contents -> contents.has(entry)))
        .as(
            "not ours, and of no artifact that META-INF/NOTICE names: name it as - GROUP:ARTIFACT:VERSION")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("jars")
  void noticeNamesNothingElse(BuiltJar jar) {
    for (BundledArtifact artifact : jar.notice().artifacts()) {
      BundledArtifact.Contents contents = artifact.contents();
      assertThat(jar.entries())
          .as("of " + artifact)
          .anyMatch(entry -> !jar.isOurs(entry) && contents.has(entry));
    }
  }

  @ParameterizedTest
  @MethodSource("jars")
  void noticeHasTheirNotices(BuiltJar jar) {
    String ours = words(jar.notice().text());
    for (BundledArtifact artifact : jar.notice().artifacts()) {
      for (String theirs : artifact.notices()) {
        assertThat(ours).as("the notice of " + artifact).contains(words(theirs));
      }
    }
  }

  private static String words(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @MethodSource("jars")
  void hasTheLicensesThatItsNoticeRefersTo(BuiltJar jar) {
    assertThat(
            jar.entries().stream()
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith("META-INF/licenses/"))
                .sorted())
        .isEqualTo(jar.notice().licenses());
  }

  @ParameterizedTest
  @MethodSource("jars")
  void hasNoLeftoversOfTheJarsInIt(BuiltJar jar) {
    assertThat(jar.entries().stream().map(ZipEntry::getName))
        .doesNotHaveDuplicates()
        .noneMatch(name -> name.endsWith("module-info.class"))
        .noneMatch(name -> name.startsWith("META-INF/versions/"))
        .noneMatch(name -> name.matches("META-INF/.*\\.(SF|RSA|DSA|EC)"));
    assertThat(jar.text("META-INF/MANIFEST.MF"))
        .doesNotContain("Multi-Release")
        .doesNotContain("Digest");
  }

  /** Else two builds of one source would differ. What others have made keeps its own times. */
  @ParameterizedTest
  @MethodSource("jars")
  void saysNothingOfTheTimeOfTheBuild(BuiltJar jar) {
    assertThat(jar.entries().stream().filter(jar::isOurs).map(ZipEntry::getTimeLocal).distinct())
        .hasSize(1);
    assertThat(jar.text("META-INF/MANIFEST.MF")).doesNotContain("Built-By").doesNotContain("Time");
  }

  @ParameterizedTest
  @MethodSource("jarsForClusters")
  void isJava8UnderNamesOfItsOwn(BuiltJar jar) {
    assertThat(jar.classVersions())
        .isNotEmpty()
        .allSatisfy((name, version) -> assertThat(version).isLessThanOrEqualTo(52))
        .allSatisfy((name, version) -> assertThat(name).startsWith("org/trilink/"));
  }

  /** Nobody could tell which of two would be loaded. */
  @Test
  void noClassOfOursIsInTwoJarsOfAClusterOrInFlinks() throws IOException {
    Set<String> ours =
        jarsForClusters()
            .flatMap(BuiltJarsIT::classes)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(jarsForClusters().mapToLong(jar -> classes(jar).count()).sum())
        .isEqualTo(ours.size());
    Path lib = TrilinkHome.current().jars();
    try (Stream<Path> jars = Files.list(lib)) {
      assertThat(
              jars.filter(jar -> !jar.getFileName().toString().startsWith("trilink-"))
                  .map(BuiltJar::new)
                  .flatMap(BuiltJarsIT::classes))
          .isNotEmpty()
          .doesNotContainAnyElementsOf(ours);
    }
  }

  private static Stream<String> classes(BuiltJar jar) {
    return jar.entries().stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class"));
  }
}
