/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.InputTopic;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.SqlScript;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink fill}: what a workload's scripts need, for {@code bin/trilink sql-client}. */
@Command(
    name = "fill",
    description =
        "Makes a workload's topics on the broker of bin/trilink cluster, or another, and writes"
            + " generated input; into Redis, too, if the workload needs that.",
    mixinStandardHelpOptions = true)
final class FillCommand extends UserCommand implements Callable<Integer> {

  /** A broker that is started again takes some seconds. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);

  @Parameters(paramLabel = "WORKLOAD", description = "low-voltage, bridge, ysb or long-ride")
  private Workload workload;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "how many records (default: ${DEFAULT-VALUE})")
  private long rows;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "writes that many records a second (default: as many as possible)")
  private Integer rate;

  @Mixin private GeneratorMixin generator;

  @Option(
      names = "--broker",
      paramLabel = "HOST:PORT",
      description = "another Kafka broker than that of bin/trilink cluster")
  private String broker;

  @Option(
      names = "--redis",
      paramLabel = "HOST:PORT",
      description = "another Redis than that of bin/trilink cluster")
  private String redis;

  @Mixin private ClusterFolder workFolder;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "2",
      description = "of topics that are not there yet (default: ${DEFAULT-VALUE})")
  private int partitions;

  @Override
  public Integer call() {
    require(rate == null || rate > 0, "--rate must be above 0, got " + rate);
    requireAddress("--broker", broker, SqlScript.DEFAULT_BROKER);
    requireAddress("--redis", redis, SqlScript.DEFAULT_REDIS);
    GeneratorOptions options = parsed(() -> generator.options(rows, workload.defaults()));
    String brokerAddress =
        Objects.requireNonNullElseGet(broker, () -> cluster().servers().broker());
    workload.redis().ifPresent(data -> data.load(redisAddress(), options, Optional.empty()));
    try (Topics topics = new Topics(brokerAddress, partitions, ANSWER_LIMIT)) {
      topics.createMissing(topicNames());
    }
    Progress progress = new Progress();
    InputTopic topic = new InputTopic(workload, brokerAddress);
    long lines =
        fill(topic, workload.generate(options), count -> progress.passing(topic.written(count)));
    progress.lasting(topic.filled(lines));
    return 0;
  }

  private void requireAddress(String option, String address, String example) {
    require(
        address == null || address.matches("\\S+:\\d{1,5}"),
        option + " " + address + " is not an address; write one like " + example);
  }

  private long fill(InputTopic topic, Iterator<byte[]> lines, LongConsumer written) {
    return rate == null
        ? topic.fill(lines, line -> {}, written)
        : topic.fillAtRate(lines, rate, line -> {}, written);
  }

  private List<String> topicNames() {
    return Stream.concat(
            Stream.of(workload.inputTopic()),
            workload.queries().stream()
                .flatMap(query -> query.topics().stream())
                .map(ResultTopic::name))
        .distinct()
        .toList();
  }

  private String redisAddress() {
    return Objects.requireNonNullElseGet(
        redis,
        () ->
            cluster()
                .servers()
                .redis()
                .orElseThrow(
                    () ->
                        new CommandFailure(
                            workload.name() + " needs Redis: name one with --redis HOST:PORT")));
  }

  private ClusterControl cluster() {
    return ClusterControl.findRunning(workFolder.path())
        .orElseThrow(
            () ->
                new CommandFailure(
                    "no cluster runs; start one with bin/trilink cluster start, or name a broker"
                        + " with --broker HOST:PORT"));
  }
}
