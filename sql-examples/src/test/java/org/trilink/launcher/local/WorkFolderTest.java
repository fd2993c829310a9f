/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {

  @TempDir private Path folder;

  @Test
  void saysWhyItCannotBeCreatedAndWhatToDo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> WorkFolder.create(file.resolve("work")))
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith("cannot create the work folder " + file.resolve("work") + ": ")
        .hasMessageContaining(": Not a directory; ")
        .hasMessageEndingWith("with --work-dir");
  }
}
