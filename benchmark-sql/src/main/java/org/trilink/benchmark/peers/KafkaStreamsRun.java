/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.trilink.benchmark.program.Timed;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.ResultReader;
import org.trilink.benchmark.run.ResultTopics;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.JavaCommand;
import org.trilink.launcher.local.JavaRuntime;
import org.trilink.launcher.local.LocalProcess;

/**
 * One Kafka Streams application over an input, a process and a thread a node; what it writes is
 * compared with the oracle's. As with a job of Flink's, all of the input is read, and the last part
 * of it is timed; then the application is told that the input has ended, so that it writes what it
 * has held back.
 *
 * @param jars the class path
 * @param inMemory whether state is in memory; else in RocksDB
 * @param grace how long windows stay open for late records; of {@link Api#DSL} only
 * @param timedPart which part of the input is timed, the last one
 */
record KafkaStreamsRun(
    BenchCluster cluster,
    BenchInput input,
    List<Path> jars,
    Api api,
    boolean inMemory,
    Duration grace,
    double timedPart) {

  private static final String MAIN = "org.trilink.peers.KafkaStreamsProgram";
  private static final Pattern TIMED = Pattern.compile("(?m)^\\d+ \\d+ \\d+\\R");
  private static final Duration JOIN_LIMIT = Duration.ofMinutes(2);
  private static final Duration READ_LIMIT = Duration.ofMinutes(10);
  private static final Duration END_LIMIT = Duration.ofMinutes(3);

  /** The two programs, as they name themselves. */
  enum Api {
    PROCESSOR,
    DSL
  }

  Measurement measure(Trial trial) {
    Instant startedAt = Instant.now();
    MeasurementBuilder values = new MeasurementBuilder();
    String application = "peers-" + System.nanoTime();
    try (ResultTopics results = new ResultTopics(cluster, input.workload());
        StreamsGroup group = new StreamsGroup(application, cluster, input)) {
      List<LocalProcess> nodes = start(application, group.end(), results);
      Timed timed = run(nodes, application, group);
      long records = group.timedRecords();
      values.put(Metric.RECORDS, input.records());
      values.throughput(records, timed.seconds(), timed.cpuSeconds());
      values.verdict(results.verify(input.oracle(), ResultReader.ALL_ROWS));
    }
    return values.build(trial, startedAt);
  }

  private Timed run(List<LocalProcess> nodes, String application, StreamsGroup group) {
    Await.until(
        "the application's nodes to have their partitions",
        JOIN_LIMIT,
        () -> {
          nodes.forEach(LocalProcess::requireAlive);
          return group.isComplete();
        });
    for (int node = 0; node < nodes.size(); node++) {
      group.letStart(client(node), go(application, node), timedPart);
    }
    Await.until(
        "the application to read the input",
        READ_LIMIT,
        () -> {
          boolean all = nodes.stream().allMatch(node -> timed(node).isPresent());
          if (!all) {
            nodes.forEach(LocalProcess::requireAlive);
          }
          return all;
        });
    group.tellEnd();
    for (LocalProcess node : nodes) {
      if (node.awaitEnd(END_LIMIT) != 0) {
        throw new CommandFailure("a node of Kafka Streams failed: " + node.output().strip());
      }
    }
    return nodes.stream().map(node -> timed(node).orElseThrow()).reduce(Timed::and).orElseThrow();
  }

  /** The time that a node has taken for its timed part; empty as long as it reads. */
  private static Optional<Timed> timed(LocalProcess node) {
    Matcher line = TIMED.matcher(node.output());
    return line.find() ? Optional.of(Timed.parse(line.group())) : Optional.empty();
  }

  private List<LocalProcess> start(String application, String end, ResultTopics results) {
    List<LocalProcess> nodes = new ArrayList<>();
    for (int node = 0; node < cluster.nodes(); node++) {
      nodes.add(
          cluster
              .services()
              .start(
                  new JavaCommand(application + "-" + node, MAIN)
                      .on(JavaRuntime.current().withNothingBut(jars))
                      .prefix(cluster.hosts().taskManagers().get(node).prefix())
                      .jvm("-Xmx1g", "-XX:+UseG1GC")
                      .arguments(
                          cluster.servers().broker(),
                          application,
                          client(node),
                          input.topic(),
                          end,
                          results.names().get(0),
                          results.names().get(1),
                          api.name(),
                          String.valueOf(inMemory),
                          String.valueOf(grace.toMillis()),
                          folder().resolve(application + "-" + node).toString(),
                          go(application, node).toString())));
    }
    return nodes;
  }

  private Path folder() {
    return cluster.services().folder().temp();
  }

  private Path go(String application, int node) {
    return folder().resolve(application + "-" + node + ".go");
  }

  private static String client(int node) {
    return "node-" + node;
  }
}
