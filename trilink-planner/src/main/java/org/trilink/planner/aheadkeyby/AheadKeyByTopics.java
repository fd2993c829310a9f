/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.planner.flink.FlinkTables;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.kafka.KnownTopics;
import org.trilink.runtime.kafka.TopicException;

/**
 * Collects what the statements of a set say about Kafka tables that one of them writes and others
 * read with {@code exchange=ahead-keyby}. Flink plans them one by one, but all of them twice, so
 * that in the second round each knows of the others.
 */
public final class AheadKeyByTopics implements KnownTopics {

  private static final Logger LOG = LoggerFactory.getLogger(AheadKeyByTopics.class);

  /** How long a statement can wait for a broker's answer that it does not need. */
  private static final Duration SOON = Duration.ofSeconds(1);

  @GuardedBy("this")
  private final Map<ObjectIdentifier, Set<Partitioning>> read = new HashMap<>();

  @GuardedBy("this")
  private final Map<ObjectIdentifier, KafkaTable> sinks = new HashMap<>();

  @GuardedBy("this")
  private final Map<ObjectIdentifier, Partitioning> written = new HashMap<>();

  @GuardedBy("this")
  private final Map<ObjectIdentifier, String> otherPartitioners = new HashMap<>();

  @GuardedBy("this")
  private final Map<Map<String, String>, Map<String, Integer>> partitions = new HashMap<>();

  @GuardedBy("this")
  private final Set<Map<String, String>> unanswered = new HashSet<>();

  @GuardedBy("this")
  private boolean changed;

  /** Clears what is known, before other statements are planned. */
  public synchronized void forget() {
    read.clear();
    sinks.clear();
    written.clear();
    otherPartitioners.clear();
    partitions.clear();
    unanswered.clear();
  }

  /** Records that a query needs a table to be partitioned by columns among these. */
  synchronized void read(ObjectIdentifier table, Partitioning needed) {
    Set<Partitioning> all = read.computeIfAbsent(table, any -> new LinkedHashSet<>());
    Partitioning before = all.isEmpty() ? null : common(all);
    all.add(needed);
    changed |= before != null && !before.equals(common(all));
  }

  /**
   * How many partitions each topic of a table has; the broker is asked once.
   *
   * @param kafkaOptions the table's
   * @param kafka a class loader that has Kafka's client
   * @throws TopicException if there is no such topic, or no broker responds
   */
  synchronized Map<String, Integer> partitions(Map<String, String> kafkaOptions, ClassLoader kafka)
      throws TopicException {
    Map<String, Integer> known = partitions.get(kafkaOptions);
    if (known == null) {
      known = KafkaTable.topics(kafkaOptions).partitions(kafka);
      partitions.put(kafkaOptions, known);
    }
    return known;
  }

  /** If the table lists its topics, and a broker answers within a second; it is asked once. */
  @Override
  public synchronized OptionalInt partitions(TableSourceTable source) {
    KafkaTable table = table(source);
    Map<String, String> options = table.kafkaOptions();
    if (table.topics().isEmpty() || unanswered.contains(options)) {
      return OptionalInt.empty();
    }
    try {
      if (!partitions.containsKey(options)) {
        ClassLoader kafka = source.tableSource().getClass().getClassLoader();
        partitions.put(options, KafkaTable.topics(options).partitionsSoon(kafka, SOON));
      }
      return OptionalInt.of(
          partitions.get(options).values().stream().mapToInt(Integer::intValue).sum());
    } catch (TopicException e) {
      LOG.info("Table {}: its number of partitions is not known: {}", table, e.getMessage());
      unanswered.add(options);
      return OptionalInt.empty();
    }
  }

  /**
   * Collects how a statement's operators need the tables that they read to be partitioned. If one
   * reads a table by fewer columns, all others have to, which may change what these need of other
   * tables that they join: hence it asks again until nothing changes.
   *
   * @param readers has each operator tell its needs by {@link #read}
   */
  public synchronized void collect(Runnable readers) {
    do {
      changed = false;
      readers.run();
    } while (changed);
  }

  /** How the queries that read a table need it to be partitioned; null if there are none. */
  @Nullable
  synchronized Partitioning neededOf(ObjectIdentifier table) {
    return read.containsKey(table) ? common(read.get(table)) : null;
  }

  /** Records that a statement writes a table. */
  synchronized void write(KafkaTable table) {
    sinks.put(table.name(), table);
  }

  /** Records that a statement writes a table with a {@code sink.partitioner} of the user. */
  synchronized void write(KafkaTable table, String partitioner) {
    write(table);
    otherPartitioners.put(table.name(), partitioner);
  }

  @Override
  @Nullable
  public synchronized String otherWriter(TableSourceTable source) {
    KafkaTable read = table(source);
    List<KafkaTable> writing = new ArrayList<>(sinks.values());
    writing.removeIf(sink -> !sink.isKafka() || Collections.disjoint(sink.topics(), read.topics()));
    if (writing.stream().map(this::byTrilink).distinct().count() > 1) {
      return "statements of this set partition the topic of table " + read + " in several ways";
    }
    return writing.stream()
        .map(sink -> otherWriter(read, sink))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Nullable
  private synchronized String otherWriter(KafkaTable read, KafkaTable sink) {
    String writes =
        sink.name().equals(read.name())
            ? "a statement of this set writes table " + sink
            : String.format(
                "a statement of this set writes the topic of table %s through table %s",
                read, sink);
    Optional<Partitioning> byTrilink = byTrilink(sink);
    if (byTrilink.isPresent()) {
      return read.recordKey().containsAll(byTrilink.get().columns())
          ? null
          : writes + ", partitioned by " + byTrilink.get();
    }
    String partitioner = otherPartitioners.get(sink.name());
    if (partitioner != null) {
      return String.format("%s with 'sink.partitioner'='%s'", writes, partitioner);
    }
    if (sink.otherPartitioner().isPresent()) {
      return writes + " with " + sink.otherPartitioner().get();
    }
    return sink.hasRecordKeyOf(read) ? null : writes + ", which has not the same record keys";
  }

  private synchronized Optional<Partitioning> byTrilink(KafkaTable sink) {
    return otherPartitioners.containsKey(sink.name())
        ? Optional.empty()
        : Optional.ofNullable(ofSink(sink.name()));
  }

  private static KafkaTable table(TableSourceTable source) {
    return new KafkaTable(FlinkTables.name(source), FlinkTables.table(source));
  }

  /**
   * The {@code sink.partitioner} with which a statement writes the table; null if there is none.
   */
  @Nullable
  synchronized String otherPartitionerOf(ObjectIdentifier table) {
    return otherPartitioners.get(table);
  }

  /** Records that a statement writes a table, partitioned by columns that it names. */
  synchronized void write(ObjectIdentifier table, Partitioning partitioning) {
    written.put(table, partitioning);
  }

  /** How a statement partitions the table that it writes; null if no statement specifies it. */
  @Nullable
  synchronized Partitioning writtenTo(ObjectIdentifier table) {
    return written.get(table);
  }

  /**
   * How Trilink partitions a table that a statement writes: as that names it, or as the table's
   * readers need it. Null if no statement writes it, or nothing is asked for.
   */
  @Nullable
  synchronized Partitioning ofSink(ObjectIdentifier table) {
    Partitioning named = written.get(table);
    boolean isOpen = sinks.containsKey(table) && !otherPartitioners.containsKey(table);
    if (named != null || !isOpen) {
      return named;
    }
    Partitioning needed = neededOf(table);
    return needed == null || needed.columns().isEmpty() ? null : needed;
  }

  private static Partitioning common(Set<Partitioning> all) {
    Partitioning first = all.iterator().next();
    List<String> columns = new ArrayList<>(first.columns());
    all.forEach(other -> columns.retainAll(other.columns()));
    return all.stream()
        .filter(other -> other.columns().equals(columns))
        .findFirst()
        .orElseGet(() -> new Partitioning(columns, first.strategy()));
  }
}
