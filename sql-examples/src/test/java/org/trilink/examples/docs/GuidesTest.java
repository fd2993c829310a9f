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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks of the front page and the guides. */
class GuidesTest {

  private static final Path HOME = Path.of(System.getProperty("trilink.home")).normalize();

  private static final int LINES_OF_README = 150;

  @Test
  void theFrontPageIsShort() throws IOException {
    assertThat(Files.readAllLines(HOME.resolve("README.md")))
        .hasSizeLessThanOrEqualTo(LINES_OF_README);
  }

  /** The text itself cannot be compared; it must be kept up to date by hand. */
  @Test
  void theFrontPageInChineseHasTheSameHeadingsAndCommands() throws IOException {
    Guide english = Guide.read(HOME.resolve("README.md"));
    Guide chinese = Guide.read(HOME.resolve("README.zh-CN.md"));

    assertThat(chinese.levels()).isEqualTo(english.levels());
    assertThat(chinese.code()).isEqualTo(english.code());
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path file : pages()) {
      Guide guide = Guide.read(file);
      for (String link : guide.links()) {
        if (!guide.leadsSomewhere(link)) {
          broken.add(HOME.relativize(file) + " -> " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of(".", "docs", "sql-examples")) {
      int depth = folder.equals(".") ? 1 : 2;
      try (Stream<Path> files = Files.walk(HOME.resolve(folder).normalize(), depth)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    assertThat(pages).hasSizeGreaterThan(10);
    return pages;
  }
}
