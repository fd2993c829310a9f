/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.SystemCommand;
import org.trilink.launcher.local.TaskManagerHost;

/** Real hosts: what they limit, and that nothing of them stays. */
@ExtendWith(RequiresHosts.class)
class HostsIT {

  private static final String IGNORED = "SigIgn:";

  private static final double MEGABIT = 1e6 / 8;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void linksAreLimitedInBothDirectionsAndCanBeLetGo() throws IOException {
    try (Hosts hosts = Hosts.open(3)) {
      hosts.limitLinks(LinkRate.parse("40mbit"));
      assertThat(LinkProbe.bytesPerSecond(hosts, 1, 2)).isBetween(20 * MEGABIT, 42 * MEGABIT);
      assertThat(LinkProbe.bytesPerSecond(hosts, 2, 1)).isBetween(20 * MEGABIT, 42 * MEGABIT);

      hosts.limitLinks(LinkRate.UNLIMITED);
      assertThat(LinkProbe.bytesPerSecond(hosts, 3, 1)).isGreaterThan(80 * MEGABIT);
    }
  }

  @Test
  void twoSendersShareTheReceiversLink() throws Exception {
    try (Hosts hosts = Hosts.open(3)) {
      hosts.limitLinks(LinkRate.parse("40mbit"));
      TaskManagerHost receiver = hosts.cluster().taskManagers().get(0);
      assertThat(receiver.address()).isNotEqualTo(hosts.cluster().services());
      double[] other = new double[1];
      Thread second =
          new Thread(
              () -> {
                try {
                  other[0] = LinkProbe.bytesPerSecond(hosts, 3, 1);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      second.start();
      double one = LinkProbe.bytesPerSecond(hosts, 2, 1);
      second.join();

      // they may not start at the very same time, so that one has the link alone for a while
      assertThat(one + other[0]).isLessThan(2 * 40 * MEGABIT * 0.9);
    }
  }

  @Test
  void cpuTimeIsLimitedAndCanBeLetGo() throws Exception {
    try (Hosts hosts = Hosts.open(1);
        HostProcess busy =
            HostProcess.start(
                hosts.cluster().taskManagers().get(0), "sh", "-c", "while :; do :; done")) {
      hosts.limitCpu(0.1);
      long limited = cpuMillisWithin(busy, 1_500);
      hosts.unlimitedCpu();
      long free = cpuMillisWithin(busy, 1_500);

      assertThat(limited).isBetween(1L, 220L);
      assertThat(free).isGreaterThan(2 * limited);
    }
  }

  private static long cpuMillisWithin(HostProcess process, long millis) {
    long before = process.cpuMillis();
    Await.pause(millis);
    return process.cpuMillis() - before;
  }

  @Test
  void nothingStaysAfterCloseThoughAProcessDoes() throws Exception {
    NamespaceHosts hosts = (NamespaceHosts) Hosts.open(2);
    String cluster = hosts.names().cluster();
    try (HostProcess process =
        HostProcess.start(hosts.cluster().taskManagers().get(1), "sleep", "600")) {
      // three namespaces, two CPU groups, the bridge and its two ports
      assertThat(HostParts.of(cluster)).hasSize(8);

      hosts.close();

      assertThat(process.onExit().get(5, TimeUnit.SECONDS).isAlive()).isFalse();
      assertThat(HostParts.of(cluster)).isEmpty();
    }
  }

  @Test
  void twoAtOnceDoNotClash() throws IOException {
    try (NamespaceHosts one = (NamespaceHosts) Hosts.open(2);
        NamespaceHosts other = (NamespaceHosts) Hosts.open(2)) {
      assertThat(one.cluster().services()).isNotEqualTo(other.cluster().services());
      assertThat(LinkProbe.bytesPerSecond(other, 1, 2)).isPositive();

      other.close();

      assertThat(HostParts.of(other.names().cluster())).isEmpty();
      assertThat(LinkProbe.bytesPerSecond(one, 1, 2)).isPositive();
    }
  }

  @Test
  void nothingStaysAfterCtrlC() throws Exception {
    assumeThat(ignoresCtrlC()).as("this build is a job in the background of a script").isFalse();
    try (HostProcess benchmark = startBenchmark()) {
      String cluster = benchmark.readLine();
      String watcher = benchmark.readLine();

      // a terminal tells all processes
      kill("INT", Long.parseLong(watcher));
      kill("INT", benchmark.pid());

      Await.until("the hosts to be gone", LIMIT, () -> HostParts.of(cluster).isEmpty());
    }
  }

  @Test
  void nothingStaysAfterKill() throws Exception {
    try (HostProcess benchmark = startBenchmark()) {
      String cluster = benchmark.readLine();
      assertThat(HostParts.of(cluster)).isNotEmpty();

      kill("KILL", benchmark.pid());

      Await.until("the hosts to be gone", LIMIT, () -> HostParts.of(cluster).isEmpty());
    }
  }

  @Test
  void theNextBenchmarkRemovesWhatAKilledWatcherLeft() throws Exception {
    String cluster;
    try (HostProcess benchmark = startBenchmark()) {
      cluster = benchmark.readLine();
      kill("KILL", Long.parseLong(benchmark.readLine()));
      kill("KILL", benchmark.pid());
      benchmark.onExit().join();
      assertThat(HostParts.of(cluster)).isNotEmpty();
    }

    Hosts.open(1).close();

    assertThat(HostParts.of(cluster)).isEmpty();
  }

  /**
   * Whether this process ignores Ctrl-C; the processes that it starts ignore what it ignores from
   * its start, too.
   */
  private static boolean ignoresCtrlC() throws IOException {
    long sigint = 1L << (2 - 1);
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith(IGNORED))
        .mapToLong(line -> Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
        .anyMatch(ignored -> (ignored & sigint) != 0);
  }

  private static void kill(String signal, long pid) {
    SystemCommand.run("kill -" + signal + " " + pid).orFail();
  }

  private static HostProcess startBenchmark() throws IOException {
    return HostProcess.java(TaskManagerHost.LOOPBACK, Benchmark.class);
  }

  /** Makes hosts, starts a process on one, and prints names and the watcher's process id. */
  static final class Benchmark {

    private Benchmark() {}

    public static void main(String[] args) throws Exception {
      NamespaceHosts hosts = (NamespaceHosts) Hosts.open(2);
      try (HostProcess process =
          HostProcess.start(hosts.cluster().taskManagers().get(0), "sleep", "600")) {
        List<Long> children =
            ProcessHandle.current()
                .children()
                .map(ProcessHandle::pid)
                .filter(pid -> pid != process.pid())
                .toList();
        System.out.println(hosts.names().cluster());
        children.forEach(System.out::println);
        process.onExit().join();
      }
    }
  }
}
