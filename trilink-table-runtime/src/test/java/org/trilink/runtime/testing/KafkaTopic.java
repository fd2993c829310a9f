/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.Nullable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic on the tests' broker. */
public final class KafkaTopic {

  /** Who tests are to the broker, as they do not log in. */
  public static final String TEST_USER = "ANONYMOUS";

  private static final AtomicInteger CREATED = new AtomicInteger();

  private final String name;

  private KafkaTopic(String name) {
    this.name = name;
  }

  /** Creates a topic with a unique name. */
  public static KafkaTopic create(int partitions) throws ExecutionException, InterruptedException {
    KafkaTopic topic = new KafkaTopic("topic-" + CREATED.incrementAndGet());
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(topic.name, partitions, (short) 1))).all().get();
    }
    return topic;
  }

  public void addPartitions(int total) throws ExecutionException, InterruptedException {
    try (Admin admin = admin()) {
      admin.createPartitions(Map.of(name, NewPartitions.increaseTo(total))).all().get();
    }
  }

  /** Allows a user this, and everything else to nobody whom it is not allowed. */
  public void allow(String user, AclOperation operation)
      throws ExecutionException, InterruptedException {
    AclBinding acl =
        new AclBinding(
            new ResourcePattern(ResourceType.TOPIC, name, PatternType.LITERAL),
            new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
    try (Admin admin = admin()) {
      admin.createAcls(List.of(acl)).all().get();
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", TestBroker.address()));
  }

  public String name() {
    return name;
  }

  /** A record to be written; Kafka chooses the partition by the key if it is null. */
  public record Line(@Nullable String key, String value, @Nullable Integer partition) {

    public Line(String key, String value) {
      this(key, value, null);
    }
  }

  public void write(List<Line> lines) throws ExecutionException, InterruptedException {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Line line : lines) {
      byte[] key = line.key() == null ? null : line.key().getBytes(UTF_8);
      records.add(new ProducerRecord<>(name, line.partition(), key, line.value().getBytes(UTF_8)));
    }
    send(records);
  }

  /** Writes messages that are no text, without record keys. */
  public void writeBytes(List<byte[]> messages) throws ExecutionException, InterruptedException {
    send(
        messages.stream()
            .map(message -> new ProducerRecord<byte[], byte[]>(name, message))
            .toList());
  }

  private static void send(List<ProducerRecord<byte[], byte[]>> records)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestBroker.address(), "enable.idempotence", true),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      List<Future<?>> sent = new ArrayList<>();
      for (ProducerRecord<byte[], byte[]> each : records) {
        sent.add(producer.send(each));
      }
      for (Future<?> one : sent) {
        one.get();
      }
    }
  }

  /** All committed records, partition by partition. */
  public List<ConsumerRecord<byte[], byte[]>> read() {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", TestBroker.address(), "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(name).stream()
              .map(partition -> new TopicPartition(name, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
      records.sort(Comparator.comparing(ConsumerRecord::partition));
      return records;
    }
  }

  public int partitions() {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", TestBroker.address()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.partitionsFor(name).size();
    }
  }
}
