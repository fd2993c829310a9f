/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that are as cheap as can be: shells that count. */
@Tag("slow")
class ClusterControlTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir private Path path;
  private WorkFolder folder;
  private ClusterControl control;

  @BeforeEach
  void startCluster() {
    folder = WorkFolder.create(path.resolve("cluster"));
    LocalServices services = new LocalServices(new TrilinkHome(path), folder);
    services.start(counter("one"));
    services.start(counter("two"));
    services.release();
    control = ClusterControl.find(folder.path()).orElseThrow();
  }

  @AfterEach
  void stopCluster() {
    ClusterControl.findRunning(folder.path()).ifPresent(ClusterControl::stop);
  }

  /** Writes lines until it is ended. */
  private static ProcessLine counter(String name) {
    return ProcessLine.ofProgram(
        name,
        List.of("sh", "-c", "echo begin; i=0; while :; do i=$((i+1)); echo $i; sleep 0.02; done"));
  }

  private List<String> lines(String name) {
    return folder.read("log/" + name + ".log").orElse("").lines().toList();
  }

  private void awaitMoreLines(String name) {
    int before = lines(name).size();
    Await.until("more lines", LIMIT, () -> lines(name).size() > before);
  }

  private ProcessState state(String name) {
    return control.processes().stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow()
        .state();
  }

  @Test
  void aPausedProcessDoesNothingUntilItIsResumed() {
    awaitMoreLines("one");

    long id = control.pause("one");

    assertThat(state("one")).isEqualTo(ProcessState.PAUSED);
    assertThat(state("two")).isEqualTo(ProcessState.RUNNING);
    int paused = lines("one").size();
    awaitMoreLines("two");
    awaitMoreLines("two");
    assertThat(lines("one")).hasSize(paused);
    assertThatThrownBy(() -> control.pause("one")).hasMessage("one is paused already");
    assertThat(control.resume("one")).isEqualTo(id);
    assertThat(state("one")).isEqualTo(ProcessState.RUNNING);
    awaitMoreLines("one");
    assertThatThrownBy(() -> control.resume("one")).hasMessage("one is not paused");
  }

  @Test
  void aKilledProcessIsKnownAsKilledUntilItIsStartedAgain() {
    awaitMoreLines("one");

    long killed = control.kill("one");

    assertThat(ProcessHandle.of(killed)).isEmpty();
    assertThat(state("one")).isEqualTo(ProcessState.KILLED);
    assertThatThrownBy(() -> control.kill("one"))
        .hasMessage(
            "one does not run: it was killed; start it again with bin/trilink cluster restart one");
    ClusterControl.Started started = control.restart("one");
    assertThat(started.name()).isEqualTo("one");
    assertThat(started.id()).isNotEqualTo(killed);
    assertThat(state("one")).isEqualTo(ProcessState.RUNNING);
    Await.until(
        "it to begin anew, behind what it wrote before",
        LIMIT,
        () -> lines("one").stream().filter("begin"::equals).count() == 2);
  }

  @Test
  void aProcessThatEndsByItselfHasDied() {
    ProcessHandle.of(control.processes().get(0).id().getAsLong()).orElseThrow().destroyForcibly();

    Await.until("it to die", LIMIT, () -> state("one") == ProcessState.DIED);
  }

  @Test
  void aProcessThatRunsOrIsPausedIsEndedBeforeItIsStartedAgain() {
    for (String name : List.of("one", "two")) {
      ProcessHandle before = handle(name);
      if (name.equals("two")) {
        control.pause(name);
      }

      control.restart(name);

      assertThat(before.isAlive()).isFalse();
      assertThat(state(name)).isEqualTo(ProcessState.RUNNING);
    }
  }

  private ProcessHandle handle(String name) {
    return control.processes().stream()
        .filter(process -> process.name().equals(name))
        .flatMap(process -> ProcessHandle.of(process.id().getAsLong()).stream())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void stopEndsExactlyWhatRuns() throws Exception {
    Process other = new ProcessBuilder("sleep", "60").directory(folder.path().toFile()).start();
    try {
      ProcessHandle killed = handle("one");
      control.kill("one");
      ProcessHandle two = handle("two");
      control.restart("one");
      ProcessHandle one = handle("one");
      control.pause("one");

      ClusterControl.findRunning(folder.path()).orElseThrow().stop();

      assertThat(Stream.of(killed, one, two)).noneMatch(ProcessHandle::isAlive);
      assertThat(other.isAlive()).isTrue();
      assertThat(Files.exists(folder.path())).isFalse();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void aProcessThatHasTheIdOfOneThatEndedIsLeftAlone() throws Exception {
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      control.kill("one");
      try (ProcessFile file = ProcessFile.open(folder)) {
        RecordedProcess one = ProcessFile.read(folder).get(0);
        file.put(new RecordedProcess(one.line(), other.pid(), one.startMillis(), false));
      }

      assertThat(state("one")).isEqualTo(ProcessState.DIED);
      assertThatThrownBy(() -> control.kill("one")).hasMessageStartingWith("one does not run");
      control.restart("one");
      ClusterControl.findRunning(folder.path()).orElseThrow().stop();

      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void anUnknownNameIsAnsweredWithThoseThereAre() {
    for (Runnable change :
        List.<Runnable>of(
            () -> control.kill("three"),
            () -> control.pause("three"),
            () -> control.resume("three"),
            () -> control.restart("three"))) {
      assertThatThrownBy(change::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("no process is named 'three'; there are one, two");
    }
  }

  @Test
  void aFolderWithoutAClusterHasNone() {
    assertThat(ClusterControl.find(path)).isEmpty();
    WorkFolder empty = WorkFolder.create(path.resolve("empty"));
    assertThat(ClusterControl.find(empty.path())).isEmpty();
  }
}
