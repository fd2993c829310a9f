/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFileTest {

  private static final RecordedProcess BROKER = process("broker", 1);
  private static final RecordedProcess REDIS =
      new RecordedProcess(
          new ProcessLine(
              "redis", "redis.log", List.of("sh", "-c", "\"$@\" & p=$!;\nwait $p", "ü")),
          2,
          20,
          false);

  @TempDir private Path path;
  private WorkFolder folder;

  @BeforeEach
  void createFolder() {
    folder = WorkFolder.create(path.resolve("a cluster"));
  }

  private static RecordedProcess process(String name, long pid) {
    return new RecordedProcess(new ProcessLine(name, name + ".out", List.of(name)), pid, 10, false);
  }

  @Test
  void hasNoProcessesUntilItIsWritten() {
    assertThat(ProcessFile.read(folder)).isEmpty();
  }

  @Test
  void keepsEveryWordOfACommandLine() {
    try (ProcessFile file = ProcessFile.open(folder)) {
      file.write(List.of(BROKER, REDIS));
    }

    assertThat(ProcessFile.read(folder)).containsExactly(BROKER, REDIS);
  }

  @Test
  void aProcessThatIsStartedAgainTakesThePlaceOfTheFormerOne() {
    RecordedProcess again = process("broker", 3);
    try (ProcessFile file = ProcessFile.open(folder)) {
      file.write(List.of(BROKER, REDIS));
      file.put(BROKER.asKilled());
      assertThat(ProcessFile.read(folder)).containsExactly(BROKER.asKilled(), REDIS);
      file.put(again);
    }

    assertThat(ProcessFile.read(folder)).containsExactly(again, REDIS);
  }

  @Test
  void aFurtherProcessGoesToTheEnd() {
    RecordedProcess added = process("taskmanager-3", 3);
    try (ProcessFile file = ProcessFile.open(folder)) {
      file.write(List.of(BROKER));
      file.put(added);
    }

    assertThat(ProcessFile.read(folder)).containsExactly(BROKER, added);
  }

  @Test
  void namesAFileThatItCannotRead() {
    folder.write(folder.path().resolve("processes"), "4711 17 kafka\n");

    assertThatThrownBy(() -> ProcessFile.read(folder))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("cannot read " + folder.path().resolve("processes"));
  }
}
