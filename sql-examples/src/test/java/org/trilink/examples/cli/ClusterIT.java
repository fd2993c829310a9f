package org.trilink.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    List<ProcessHandle> processes;
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
          .contains("slots:  4 of 4 free, on 2 TaskManagers");
      assertThat(cluster("status").out()).isEqualTo(started.out());
      assertThat(cluster("start").err()).contains("the cluster runs already");
      processes = processes();
      assertThat(processes).hasSize(5).allMatch(ProcessHandle::isAlive);
      for (ProcessHandle process : processes) {
        assertThat(socketsOf(process))
            .as(process.info().commandLine().orElse(""))
            .isNotEmpty()
            .allMatch(ListeningSockets::isLoopback);
      }
    } finally {
      assertThat(cluster("stop").code()).isZero();
    }

    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    assertThat(workFolder()).doesNotExist();
    assertThat(cluster("status").code()).isEqualTo(1);
    assertThat(cluster("stop").out()).isEqualTo("no cluster runs\n");
  }

  /** Redis runs below a process that ends it when this program is killed. */
  private static List<String> socketsOf(ProcessHandle process) throws IOException {
    List<String> sockets = new ArrayList<>(ListeningSockets.of(process.pid()));
    for (ProcessHandle child : process.descendants().toList()) {
      sockets.addAll(ListeningSockets.of(child.pid()));
    }
    return sockets;
  }

  private List<ProcessHandle> processes() throws IOException {
    return Files.readAllLines(workFolder().resolve("processes")).stream()
        .map(
            line ->
                ProcessHandle.of(Long.parseLong(line.substring(0, line.indexOf(' '))))
                    .orElseThrow())
        .toList();
  }

  @Test
  void aTakenKafkaPortIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Cli.Result result = cluster("start", "--kafka-port=" + taken.getLocalPort());

      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err())
          .contains("port " + taken.getLocalPort() + " of 127.0.0.1 is taken")
          .contains("--kafka-port")
          .hasLineCount(1);
      assertThat(workFolder()).doesNotExist();
    }
  }
}
