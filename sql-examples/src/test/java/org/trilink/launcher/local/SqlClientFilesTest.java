/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlClientFilesTest {

  @Test
  void replacesScriptsThatAreFiles() {
    List<String> arguments =
        List.of(
            "-j", "a.jar", "-f", "b.sql", "--init=c.sql", "--file=http://host/d.sql", "-s", "e");

    assertThat(SqlClientFiles.withScripts(arguments, file -> Path.of("other", file.toString())))
        .containsExactly(
            "-j",
            "a.jar",
            "-f",
            "other/b.sql",
            "--init=other/c.sql",
            "--file=http://host/d.sql",
            "-s",
            "e");
  }
}
