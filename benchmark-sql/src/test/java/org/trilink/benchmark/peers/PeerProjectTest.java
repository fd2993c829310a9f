/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.CommandFailure;

class PeerProjectTest {

  /** The {@code pom.xml} of a project with a parent that nobody has. */
  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>org.trilink.peers</groupId>
          <artifactId>of-nobody</artifactId>
          <version>3.14</version>
          <relativePath/>
        </parent>
        <artifactId>nobody</artifactId>
        <properties>
          <peer.version>3.14</peer.version>
        </properties>
      </project>
      """;

  @TempDir private Path folder;

  @Test
  @Tag("slow")
  void saysWhatCouldNotBeLoadedAndHowToTryAgain() throws IOException {
    PeerProject project = project(List.of("mvn", "--offline"));

    assertThatThrownBy(project::build)
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith(
            "the peer %s cannot be loaded and built: [".formatted(folder.getFileName()))
        .hasMessageContaining("org.trilink.peers:of-nobody:pom:3.14")
        .hasMessageEndingWith("mvn -f " + folder.resolve("pom.xml") + " package");
  }

  @Test
  void saysThatMavenIsMissing() throws IOException {
    PeerProject project = project(List.of(folder.resolve("no-maven").toString()));

    assertThatThrownBy(project::build)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("put mvn on the PATH");
  }

  @Test
  void knowsItsVersions() throws IOException {
    PeerProject project = project(List.of("mvn"));

    assertThat(project.version("peer.version")).isEqualTo("3.14");
    assertThatThrownBy(() -> project.version("other.version"))
        .hasMessageEndingWith("has no property other.version");
  }

  private PeerProject project(List<String> maven) throws IOException {
    Files.writeString(folder.resolve("pom.xml"), POM);
    return new PeerProject(folder, maven);
  }
}
