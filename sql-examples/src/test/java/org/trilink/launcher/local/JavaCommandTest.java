/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandTest {

  private static final Path OTHER_JARS = Path.of("/other/lib/*");

  @TempDir private Path root;

  private WorkFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = WorkFolder.create(root.resolve("work"));
  }

  @Test
  void aProcessHasTheProjectsJars() {
    TrilinkHome home = new TrilinkHome(root);

    assertThat(classPath(new JavaCommand("server", "Server"), home))
        .contains(home.jars().resolve("*"), TrilinkHome.codeOf(TrilinkHome.class));
  }

  @Test
  void aProcessOfAnotherFlinkHasOfTheProjectNoMoreThanItNeeds() throws IOException {
    TrilinkHome home = new TrilinkHome(root).withCodeOf(JavaCommandTest.class);
    JavaRuntime other = JavaRuntime.current().withNothingBut(List.of(OTHER_JARS), "-Dflag=1");
    JavaCommand command = new JavaCommand("server", "Server").on(other);

    List<Path> classPath = classPath(command, home);

    assertThat(words(command, home)).contains("-Dflag=1").endsWith("Server");
    assertThat(classPath).hasSize(2).contains(OTHER_JARS);
    try (Stream<Path> files = Files.walk(classPath.get(1))) {
      assertThat(files.filter(Files::isRegularFile).map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder(
              "ChildProcess.class", "SqlClientLoop.class", "Engine.class", "log4j2.properties");
    }
  }

  @Test
  void codeMayBeInAFolderOfAnyName() throws Exception {
    Path code = root.resolve("c++ 100% code");
    Path file = code.resolve("org/trilink/launcher/local/CommandFailure.class");
    Files.createDirectories(file.getParent());
    try (InputStream content = CommandFailure.class.getResourceAsStream("CommandFailure.class")) {
      Files.copy(content, file);
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {code.toUri().toURL()}, null)) {
      Class<?> type = loader.loadClass(CommandFailure.class.getName());

      assertThat(TrilinkHome.codeOf(type)).isEqualTo(code);
    }
  }

  private List<Path> classPath(JavaCommand command, TrilinkHome home) {
    List<String> words = words(command, home);
    return Arrays.stream(words.get(words.indexOf("-classpath") + 1).split(":", -1))
        .map(Path::of)
        .toList();
  }

  private List<String> words(JavaCommand command, TrilinkHome home) {
    return command.line(home, folder).words();
  }
}
