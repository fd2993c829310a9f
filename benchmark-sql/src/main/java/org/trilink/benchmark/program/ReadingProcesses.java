/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.JavaCommand;
import org.trilink.launcher.local.LocalProcess;

/**
 * Processes that read an input, one a node, each the node's share of the partitions.
 *
 * @param program has a {@code main} that takes the arguments of {@link TimedPasses}
 * @param furtherArguments behind those
 */
record ReadingProcesses(
    BenchCluster cluster, BenchInput input, Class<?> program, List<String> furtherArguments) {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private Path signs() {
    return cluster.services().folder().temp();
  }

  /** Runs them to their ends; returns what the timed passes took together. */
  Timed run() {
    String name = program.getSimpleName() + "-" + System.nanoTime();
    Path go = signs().resolve(name + ".go");
    List<LocalProcess> processes = cluster.withoutLimits(() -> startWarm(name, go));
    cluster.services().folder().write(go, "");
    return processes.stream().map(this::timed).reduce(Timed::and).orElseThrow();
  }

  /** One on each node, and waits until all have done what does not count. */
  private List<LocalProcess> startWarm(String name, Path go) {
    List<LocalProcess> processes = new ArrayList<>();
    List<Path> ready = new ArrayList<>();
    for (int node = 0; node < cluster.nodes(); node++) {
      ready.add(signs().resolve(name + "-" + node + ".ready"));
      processes.add(start(name + "-" + node, node, ready.get(node), go));
    }
    Await.until(
        program.getSimpleName() + " to be warm",
        LIMIT,
        () -> {
          processes.forEach(LocalProcess::requireAlive);
          return ready.stream().allMatch(Files::exists);
        });
    return processes;
  }

  private LocalProcess start(String name, int node, Path ready, Path go) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                cluster.servers().broker(),
                input.topic(),
                partitions(node),
                ready.toString(),
                go.toString()));
    arguments.addAll(furtherArguments);
    return cluster
        .services()
        .start(
            new JavaCommand(name, program.getName())
                .withCodeOf(program)
                .prefix(cluster.hosts().taskManagers().get(node).prefix())
                .jvm("-Xmx512m", "-XX:+UseSerialGC")
                .arguments(arguments.toArray(new String[0])));
  }

  private String partitions(int node) {
    return IntStream.range(0, cluster.topics().partitions())
        .filter(partition -> partition % cluster.nodes() == node)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(","));
  }

  private Timed timed(LocalProcess process) {
    process.awaitEnd(LIMIT);
    return Timed.parse(process.output());
  }
}
