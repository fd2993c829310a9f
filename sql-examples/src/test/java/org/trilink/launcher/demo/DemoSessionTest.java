/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.launcher.local.WorkFolder;

/** Tests what a run leaves behind. */
class DemoSessionTest {

  private static final String OWN = "demo-" + ProcessHandle.current().pid();

  @TempDir private Path folder;
  private final List<String> leftBehind = new ArrayList<>();

  private DemoSession open() {
    return DemoSession.open(TrilinkHome.current(), folder, leftBehind::add);
  }

  private void fail() throws IOException {
    try (DemoSession session = open()) {
      WorkFolder work = session.services().folder();
      Files.writeString(work.logs().resolve("kafka.log"), "why it failed");
    }
  }

  @Test
  void theLogsOfAFailureOutliveTheNextRuns() throws IOException {
    fail();
    fail();
    try (DemoSession next = open()) {
      next.succeeded(false);
    }

    assertThat(folder.resolve(OWN + "/log/kafka.log")).hasContent("why it failed");
    assertThat(folder.resolve(OWN + "-2/log/kafka.log")).hasContent("why it failed");
    assertThat(folder.resolve(OWN + "-3")).doesNotExist();
    assertThat(leftBehind)
        .containsExactly(
            "the run's logs stay until you remove them: rm -r " + folder.resolve(OWN),
            "the run's logs stay until you remove them: rm -r " + folder.resolve(OWN + "-2"));
  }

  @Test
  void aFailureWithoutLogsLeavesNothing() {
    open().close();

    assertThat(folder).isEmptyDirectory();
    assertThat(leftBehind).isEmpty();
  }

  @Test
  void whatAKilledRunLeftGoesAndNothingElse() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    assertThat(ended.waitFor()).isZero();
    WorkFolder killed = WorkFolder.create(folder.resolve("demo-" + ended.pid()));
    Path other = Files.createDirectories(folder.resolve("demo-" + ended.pid() + "-2"));

    try (DemoSession next = open()) {
      next.succeeded(false);
    }

    assertThat(killed.path()).doesNotExist();
    assertThat(other).isDirectory();
  }
}
