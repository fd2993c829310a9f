/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.trilink.examples.local.Await;
import org.trilink.examples.local.CommandFailure;

/** Makes topics and tells how much is in them. */
public final class Topics implements AutoCloseable {

  private static final short ONE_REPLICA = 1;
  private static final Duration DELETE_LIMIT = Duration.ofSeconds(30);

  private final Admin admin;
  private final int partitions;

  /**
   * @param partitions of every topic
   * @throws CommandFailure if the broker's host is not known
   */
  public Topics(String broker, int partitions) {
    this.admin = admin(broker);
    this.partitions = partitions;
  }

  private static Admin admin(String broker) {
    try {
      return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker));
    } catch (KafkaException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new CommandFailure(
          "cannot use the Kafka broker %s: %s".formatted(broker, reason.getMessage()), e);
    }
  }

  /** How many every topic has. */
  public int partitions() {
    return partitions;
  }

  /** Creates topics. */
  public void create(Collection<String> names) {
    create(names, Map.of());
  }

  /**
   * Creates topics.
   *
   * @param settings of each topic, as Kafka names them
   */
  public void create(Collection<String> names, Map<String, String> settings) {
    List<NewTopic> topics = new ArrayList<>();
    for (String name : names) {
      topics.add(new NewTopic(name, partitions, ONE_REPLICA).configs(settings));
    }
    get(admin.createTopics(topics).all());
  }

  /** Deletes topics, and waits until they are gone. */
  public void delete(Collection<String> names) {
    get(admin.deleteTopics(names).all());
    Await.until("the topics to be deleted", DELETE_LIMIT, () -> areGone(names));
  }

  private boolean areGone(Collection<String> names) {
    Set<String> there = get(admin.listTopics().names());
    return names.stream().noneMatch(there::contains);
  }

  /** Creates those topics that are not there yet. */
  public void createMissing(Collection<String> names) {
    Set<String> there = get(admin.listTopics().names());
    create(names.stream().filter(name -> !there.contains(name)).toList());
  }

  /** The offset behind the last record of each partition. */
  public Map<Integer, Long> ends(String topic) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      wanted.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    Map<Integer, Long> ends = new HashMap<>();
    get(admin.listOffsets(wanted).all())
        .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
    return ends;
  }

  /** The offsets behind the last records that a consumer group has read, as far as committed. */
  public Map<Integer, Long> committed(String topic, String group) {
    Map<Integer, Long> committed = new HashMap<>();
    get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (partition.topic().equals(topic) && offset != null) {
                committed.put(partition.partition(), offset.offset());
              }
            });
    return committed;
  }

  /**
   * Waits for what an admin client was asked for.
   *
   * @throws CommandFailure with the broker's reason
   */
  public static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new CommandFailure("the Kafka broker: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
