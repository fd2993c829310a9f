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
import java.util.stream.Stream;

/**
 * A local Maven repository with the Trilink of this build. Everything else is linked from the
 * user's own repository, so that nothing is downloaded or copied again, and nothing is written to
 * the user's repository.
 */
final class LocalRepository implements AutoCloseable {

  private static final String INSTALL =
      "org.apache.maven.plugins:maven-install-plugin:3.1.4:install-file";

  private final Path folder;
  private final List<Path> links = new ArrayList<>();

  /**
   * @param users the user's repository, to which the links refer
   * @param folder does not exist yet
   */
  LocalRepository(Path users, Path folder) throws IOException {
    this.folder = folder;
    link(users, folder, "org");
    link(users.resolve("org"), folder.resolve("org"), "trilink");
  }

  private void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        if (!entry.getFileName().toString().equals(except)) {
          links.add(Files.createSymbolicLink(to.resolve(entry.getFileName()), entry));
        }
      }
    }
  }

  /** Installs the jars of some modules, as {@code mvn install} would. */
  void install(Path home, String version, String... modules) throws Exception {
    for (String module : modules) {
      Path target = home.resolve(module).resolve(System.getProperty("trilink.output"));
      maven(
          folder,
          INSTALL,
          "-Dfile=" + jar(target, module, version),
          "-DpomFile=" + target.resolve("users-pom.xml"));
    }
  }

  /** Other versions of Flink have a name of their own between the module's and the version. */
  private static Path jar(Path target, String module, String version) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      List<Path> jars =
          files
              .filter(file -> file.getFileName().toString().startsWith(module))
              .filter(file -> file.toString().endsWith("-" + version + ".jar"))
              .toList();
      assertThat(jars).hasSize(1);
      return jars.get(0);
    }
  }

  /** Runs the Maven of this build, with this repository. */
  void maven(Path project, String... arguments) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("trilink.maven"), "bin", "mvn").toString());
    line.addAll(List.of("-B", "-q", "-Dmaven.repo.local=" + folder));
    line.addAll(List.of(arguments));
    Command.Result result = new Command(project, line).run();
    assertThat(result.code()).as(String.join(" ", line) + ": " + result.all()).isZero();
  }

  /** Removes the links, so that deleting the folder cannot affect the user's files. */
  @Override
  public void close() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }
}
