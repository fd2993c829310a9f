/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.ConsumerGroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.WorkFolder;

/**
 * The nodes of a Kafka Streams application as the broker sees them, and the topic by which they are
 * told that the input has ended. Closing it deletes that topic and the application's own.
 */
final class StreamsGroup implements AutoCloseable {

  /** A reading of no sensor, of the year 2100: every minute is over. */
  private static final byte[] END_KEY = ByteBuffer.allocate(Long.BYTES).putLong(-1).array();

  private static final byte[] END_VALUE =
      "{\"sensor_id\": -1, \"voltage\": 220.0, \"ts\": 4102444800000}".getBytes(UTF_8);

  private final String application;
  private final BenchCluster cluster;
  private final BenchInput input;
  private final String end;
  private final Admin admin;
  private long timedRecords;

  StreamsGroup(String application, BenchCluster cluster, BenchInput input) {
    this.application = application;
    this.cluster = cluster;
    this.input = input;
    this.end = cluster.newTopic("end_of_readings", Map.of());
    this.admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.servers().broker()));
  }

  /** The topic that tells the end. */
  String end() {
    return end;
  }

  /** Whether each node has as many partitions of the input as every other one. */
  boolean isComplete() {
    ConsumerGroupDescription group = describe();
    int share = cluster.topics().partitions() / cluster.nodes();
    return group.state() == ConsumerGroupState.STABLE
        && group.members().size() == cluster.nodes()
        && group.members().stream().allMatch(member -> ofInput(member).size() == share);
  }

  private ConsumerGroupDescription describe() {
    return Topics.get(admin.describeConsumerGroups(List.of(application)).all()).get(application);
  }

  private List<TopicPartition> ofInput(MemberDescription member) {
    return member.assignment().topicPartitions().stream()
        .filter(partition -> partition.topic().equals(input.topic()))
        .toList();
  }

  /**
   * Lets a node begin, and tells it what it will read.
   *
   * @param client its id
   * @param file that it waits for
   * @param timedPart which part of its records is timed, the last one
   */
  void letStart(String client, Path file, double timedPart) {
    List<TopicPartition> partitions =
        describe().members().stream()
            .filter(member -> member.clientId().startsWith(client + "-"))
            .map(this::ofInput)
            .findFirst()
            .orElseThrow(() -> new CommandFailure("the node " + client + " has left its group"));
    long records =
        partitions.stream().mapToLong(partition -> input.ends().get(partition.partition())).sum();
    long timed = Math.round(timedPart * records);
    timedRecords += timed;
    WorkFolder.writeAtOnce(file, "%d %d %d".formatted(records, records - timed, partitions.size()));
  }

  /** How many records all nodes together have timed. */
  long timedRecords() {
    return timedRecords;
  }

  /** Tells all nodes that there is no more input. */
  void tellEnd() {
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.servers().broker()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int partition = 0; partition < cluster.topics().partitions(); partition++) {
        var unused =
            producer.send(
                new ProducerRecord<>(end, partition, END_KEY, END_VALUE),
                (metadata, e) -> failure.compareAndSet(null, e));
      }
    }
    if (failure.get() != null) {
      throw new CommandFailure("the end of the input cannot be written", failure.get());
    }
  }

  @Override
  public void close() {
    cluster.topics().delete(own());
    admin.close();
  }

  /** The application's topics for its state are named after it. */
  private Collection<String> own() {
    Set<String> own = new HashSet<>(Set.of(end));
    Topics.get(admin.listTopics().names()).stream()
        .filter(topic -> topic.startsWith(application + "-"))
        .forEach(own::add);
    return own;
  }
}
