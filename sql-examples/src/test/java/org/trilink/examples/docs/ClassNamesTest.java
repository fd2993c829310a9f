/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the names of the classes of all modules: a name says which class is meant. */
class ClassNamesTest {

  private static final Path HOME = Path.of(System.getProperty("trilink.home")).normalize();

  private static final List<String> MODULES =
      List.of(
          "trilink-table-runtime",
          "trilink-planner",
          "trilink-sql-functions",
          "sql-examples",
          "benchmark-sql");

  @Test
  void noTwoClassesHaveTheSameSimpleName() throws IOException {
    Map<String, List<String>> filesByName = new TreeMap<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(HOME.resolve(module))) {
        files
            .map(file -> HOME.relativize(file).toString().replace('\\', '/'))
            .filter(ClassNamesTest::isMainClass)
            .forEach(
                file ->
                    filesByName.computeIfAbsent(nameOf(file), n -> new ArrayList<>()).add(file));
      }
    }

    assertThat(filesByName).hasSizeGreaterThan(1000);
    assertThat(filesByName.values()).allMatch(files -> files.size() == 1);
  }

  private static String nameOf(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /** Classes in the sources of one version of Flink; those of another have the same names. */
  private static boolean isMainClass(String file) {
    return file.matches(".*/src/main/(java|flink-1\\.14)/.*\\.java")
        && !file.endsWith("/package-info.java");
  }
}
