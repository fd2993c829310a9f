/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {

  @TempDir private Path folder;

  private List<String> lines(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("lines"), text);
    return InputFile.read(file, lines -> lines.map(line -> new String(line, UTF_8)).toList());
  }

  @Test
  void takesEveryLineEnd() throws IOException {
    assertThat(lines("a\nb\r\nä")).containsExactly("a", "b", "ä");
  }

  @Test
  void leavesEmptyLinesOut() throws IOException {
    assertThat(lines("\n\na\n\r\nb\n\n")).containsExactly("a", "b");
  }

  @Test
  void anEmptyFileHasNoLines() throws IOException {
    assertThat(lines("")).isEmpty();
  }
}
