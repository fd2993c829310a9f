/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

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
import org.apache.kafka.common.errors.TimeoutException;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.CommandFailure;

/** Makes topics and tells how much is in them. */
public final class Topics implements AutoCloseable {

  private static final short ONE_REPLICA = 1;
  private static final Duration DELETE_LIMIT = Duration.ofSeconds(30);

  /** These are Kafka's defaults. */
  private static final int REQUEST_MILLIS = 30_000;

  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);

  private final String broker;
  private final Admin admin;
  private final int partitions;

  /**
   * @param partitions of every topic
   * @throws CommandFailure if the broker's host is not known
   */
  public Topics(String broker, int partitions) {
    this(broker, partitions, ANSWER_LIMIT);
  }

  /**
   * Opens a client of a broker, with another limit for its answers than the default of a minute.
   *
   * @param limit how long the broker may take to answer
   */
  public Topics(String broker, int partitions, Duration limit) {
    this.broker = broker;
    this.admin = admin(broker, limit);
    this.partitions = partitions;
  }

  private static Admin admin(String broker, Duration limit) {
    int millis = (int) limit.toMillis();
    try {
      return Admin.create(
          Map.of(
              AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker,
              AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis,
              AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(millis, REQUEST_MILLIS)));
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
    ask(admin.createTopics(topics).all());
  }

  /** Deletes topics, and waits until they are gone. */
  public void delete(Collection<String> names) {
    ask(admin.deleteTopics(names).all());
    Await.until("the topics to be deleted", DELETE_LIMIT, () -> areGone(names));
  }

  private boolean areGone(Collection<String> names) {
    Set<String> there = ask(admin.listTopics().names());
    return names.stream().noneMatch(there::contains);
  }

  /** Creates those topics that are not there yet. */
  public void createMissing(Collection<String> names) {
    Set<String> there = ask(admin.listTopics().names());
    create(names.stream().filter(name -> !there.contains(name)).toList());
  }

  /** The offset behind the last record of each partition. */
  public Map<Integer, Long> ends(String topic) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      wanted.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    Map<Integer, Long> ends = new HashMap<>();
    ask(admin.listOffsets(wanted).all())
        .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
    return ends;
  }

  /** The offsets behind the last records that a consumer group has read, as far as committed. */
  public Map<Integer, Long> committed(String topic, String group) {
    Map<Integer, Long> committed = new HashMap<>();
    ask(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
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

  /**
   * Waits for what an admin client was asked for, where nobody may be at the broker's address.
   *
   * @throws CommandFailure with the address
   */
  private <T> T ask(KafkaFuture<T> future) {
    try {
      return get(future);
    } catch (CommandFailure e) {
      if (e.getCause() != null && e.getCause().getCause() instanceof TimeoutException) {
        throw new CommandFailure(
            "no Kafka broker answers at " + broker + "; is it up, and is that its address?", e);
      }
      throw e;
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
