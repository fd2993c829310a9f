package org.trilink.benchmark.throughput;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.examples.local.Await;
import org.trilink.examples.local.JavaCommand;
import org.trilink.examples.local.LocalProcess;

/** {@link BareConsumer}s over an input, one a node, each with the node's share of partitions. */
final class BareConsumerRun {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final BenchCluster cluster;
  private final BenchInput input;
  private final Path signs;

  BareConsumerRun(BenchCluster cluster, BenchInput input) {
    this.cluster = cluster;
    this.input = input;
    this.signs = cluster.services().folder().temp();
  }

  Measurement measure(Trial trial) {
    Instant startedAt = Instant.now();
    String name = "bare-consumer-" + System.nanoTime();
    Path go = signs.resolve(name + ".go");
    List<LocalProcess> consumers = new ArrayList<>();
    cluster.withoutCpuLimit(() -> consumers.addAll(startWarm(name, go)));
    cluster.services().folder().write(go, "");
    double seconds = seconds(consumers.stream().map(this::times).toList());
    return new MeasurementBuilder()
        .put(Metric.RECORDS, input.records())
        .put(Metric.SECONDS, seconds)
        .put(Metric.RECORDS_PER_SECOND, input.records() / seconds)
        .build(trial, startedAt);
  }

  /** One on each node, and waits until all have done what does not count. */
  private List<LocalProcess> startWarm(String name, Path go) {
    List<LocalProcess> consumers = new ArrayList<>();
    List<Path> ready = new ArrayList<>();
    for (int node = 0; node < cluster.nodes(); node++) {
      ready.add(signs.resolve(name + "-" + node + ".ready"));
      consumers.add(start(name + "-" + node, node, ready.get(node), go));
    }
    Await.until(
        "the bare consumers to be warm",
        LIMIT,
        () -> {
          consumers.forEach(LocalProcess::requireAlive);
          return ready.stream().allMatch(Files::exists);
        });
    return consumers;
  }

  private LocalProcess start(String name, int node, Path ready, Path go) {
    String partitions =
        IntStream.range(0, cluster.topics().partitions())
            .filter(partition -> partition % cluster.nodes() == node)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(","));
    return cluster
        .services()
        .start(
            new JavaCommand(name, BareConsumer.class.getName())
                .withCodeOf(BareConsumer.class)
                .prefix(cluster.hosts().taskManagers().get(node).prefix())
                .jvm("-Xmx512m", "-XX:+UseSerialGC")
                .arguments(
                    cluster.endpoints().broker(),
                    input.topic(),
                    partitions,
                    ready.toString(),
                    go.toString()));
  }

  /** When it began and ended its last pass. */
  private long[] times(LocalProcess consumer) {
    consumer.awaitEnd(LIMIT);
    String[] times = consumer.output().strip().split(" ", 2);
    return new long[] {Long.parseLong(times[0]), Long.parseLong(times[1])};
  }

  private static double seconds(List<long[]> times) {
    long start = times.stream().mapToLong(each -> each[0]).min().orElseThrow();
    long end = times.stream().mapToLong(each -> each[1]).max().orElseThrow();
    return (end - start) / 1e3;
  }
}
