/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.WorkFolder;

/** A cluster that stays up between commands. */
class ClusterIT {

  @TempDir private Path folder;

  private Cli.Result cluster(String command, String... options) throws Exception {
    return new Cli(Cli.script(), folder)
        .run(
            java.util.stream.Stream.concat(
                    java.util.stream.Stream.of("cluster", command, "--work-dir=" + workFolder()),
                    java.util.stream.Stream.of(options))
                .toArray(String[]::new));
  }

  private Path workFolder() {
    return folder.resolve("cluster");
  }

  @Test
  void startsListensOnLoopbackOnlyAndStops() throws Exception {
    Map<String, ProcessHandle> processes;
    ProcessHandle replaced;
    try {
      Cli.Result started =
          cluster(
              "start",
              "--kafka-port=0",
              "--redis-port=0",
              "-D",
              "taskmanager.memory.process.size=1200m");

      assertThat(started.code()).as(started.err()).isZero();
      assertThat(started.out())
          .containsPattern("web UI: http://127.0.0.1:\\d+")
          .containsPattern("broker: 127.0.0.1:\\d+")
          .containsPattern("Redis:  127.0.0.1:\\d+")
          .contains("slots:  4 of 4 free, on 2 TaskManagers")
          .containsPattern("\n  broker         running, process \\d+\n")
          .containsPattern("\n  taskmanager-2  running, process \\d+\n");
      assertThat(cluster("status").out()).isEqualTo(started.out());
      assertThat(started.err())
          .contains("starting a Kafka broker, Redis and a Flink session cluster")
          .containsPattern(" s  Redis is up at 127.0.0.1:\\d+\n")
          .containsPattern(" s  the Kafka broker is up at 127.0.0.1:\\d+\n")
          .containsPattern(" s  the session cluster is up\n");
      assertThat(cluster("start").err()).contains("the cluster runs already");
      processes = processes(started.out());
      assertThat(processes.keySet())
          .containsExactlyInAnyOrder(
              "broker", "jobmanager", "taskmanager-1", "taskmanager-2", "redis");
      assertThat(processes.values()).allMatch(ProcessHandle::isAlive);
      for (ProcessHandle process : processes.values()) {
        assertThat(ListeningSockets.of(process.pid()))
            .as(process.info().commandLine().orElse(""))
            .isNotEmpty()
            .allMatch(ListeningSockets::isLoopback);
      }
      replaced = replaceATaskManager(processes.get("taskmanager-1"));
    } finally {
      assertThat(cluster("stop").code()).isZero();
    }

    assertThat(processes.values()).noneMatch(ProcessHandle::isAlive);
    assertThat(replaced.isAlive()).isFalse();
    assertThat(workFolder()).doesNotExist();
    assertThat(cluster("status").code()).isEqualTo(1);
    assertThat(cluster("stop").out()).isEqualTo("no cluster runs\n");
  }

  /** Kills and restarts a TaskManager, as a user may have to. */
  private ProcessHandle replaceATaskManager(ProcessHandle first) throws Exception {
    List<String> commandLine = commandLine(first);
    assertThat(first.destroyForcibly()).isTrue();
    first.onExit().join();
    Cli.Result died = cluster("status");
    assertThat(died.code()).isEqualTo(1);
    assertThat(died.out())
        .contains(
            "  taskmanager-1  died; see "
                + workFolder().resolve("log")
                + "; bin/trilink cluster restart taskmanager-1\n");

    ProcessHandle second =
        new ProcessBuilder(commandLine)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("replaced.out").toFile())
            .start()
            .toHandle();

    Cli.Result status = cluster("status");
    assertThat(status.code()).as(status.out()).isZero();
    assertThat(status.out())
        .contains("  taskmanager-1  running, process " + second.pid() + ", not started here\n")
        .doesNotContain("died");
    return second;
  }

  private static List<String> commandLine(ProcessHandle process) throws IOException {
    return List.of(
        Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline")).split("\0"));
  }

  /** By name, as the status has them. */
  private static Map<String, ProcessHandle> processes(String status) {
    return Pattern.compile("^  (\\S+) +running, process (\\d+)$", Pattern.MULTILINE)
        .matcher(status)
        .results()
        .collect(
            Collectors.toMap(
                line -> line.group(1),
                line -> ProcessHandle.of(Long.parseLong(line.group(2))).orElseThrow()));
  }

  @Test
  void whatADeadClusterLeftIsTold() throws Exception {
    WorkFolder left = WorkFolder.create(workFolder());
    Process dead = new ProcessBuilder("true").start();
    assertThat(dead.waitFor()).isZero();
    left.write(
        left.path().resolve("processes"),
        """
        {"line": {"name": "broker", "output": "broker.out", "words": ["true"]}, "pid": %d,
         "startMillis": 1, "killed": false}
        """
            .formatted(dead.pid())
            .replace("\n ", ""));

    Cli.Result status = cluster("status");

    assertThat(status.code()).isEqualTo(1);
    assertThat(status.out())
        .startsWith("the cluster's processes have all ended; its logs are in " + left.logs());
    assertThat(cluster("stop").out())
        .isEqualTo("no cluster runs; what one left in " + workFolder() + " is deleted\n");
    assertThat(workFolder()).doesNotExist();
  }

  @Test
  void aFolderOfSomethingElseIsLeftAlone() throws Exception {
    Path file = Files.createDirectories(workFolder()).resolve("mine");
    Files.writeString(file, "mine");

    Cli.Result started = cluster("start");

    assertThat(started.code()).isEqualTo(2);
    assertThat(started.err())
        .contains(workFolder() + " is neither empty nor the folder of a cluster; name another one");
    assertThat(cluster("stop").out()).isEqualTo("no cluster runs\n");
    assertThat(file).hasContent("mine");
  }

  @Test
  void aTakenKafkaPortIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Cli.Result result = cluster("start", "--kafka-port=" + taken.getLocalPort());

      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err())
          .contains("port " + taken.getLocalPort() + " of 127.0.0.1 is taken")
          .contains("--kafka-port")
          .hasLineCount(2);
      assertThat(workFolder()).doesNotExist();
    }
  }
}
