/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.CommandFailure;

/** Fills a workload's input topic, and shows an oracle, or anybody, the same lines. */
public final class InputTopic {

  private static final int REPORT_EVERY_LINES = 1 << 14;
  private static final int BATCH_BYTES = 1 << 18;
  private static final int LINGER_MILLIS = 20;

  private final Workload workload;
  private final String broker;
  private final String name;
  private final boolean hasKeys;

  /** The topic that the workload's scripts read. */
  public InputTopic(Workload workload, String broker) {
    this(workload, broker, workload.inputTopic());
  }

  /** A topic of another name for a workload's input. */
  public InputTopic(Workload workload, String broker, String name) {
    this(workload, broker, name, true);
  }

  private InputTopic(Workload workload, String broker, String name, boolean hasKeys) {
    this.workload = workload;
    this.broker = broker;
    this.name = name;
    this.hasKeys = hasKeys;
  }

  /** Returns this topic for records without keys, so that a key's lines are in all partitions. */
  public InputTopic withoutRecordKeys() {
    return new InputTopic(workload, broker, name, false);
  }

  /**
   * Writes all lines; a key's lines keep their order, because they go into one partition, unless
   * there are no record keys.
   *
   * @param reader is given each line, too
   * @param written receives the number of lines from time to time
   * @return how many lines there are in the end
   */
  public long fill(Iterator<byte[]> lines, Consumer<byte[]> reader, LongConsumer written) {
    return fill(lines, reader, written, REPORT_EVERY_LINES);
  }

  /**
   * Writes all lines as {@link #fill(Iterator, Consumer, LongConsumer)} does, but at a rate from
   * now on; after a delay lines are written faster until they have caught up.
   *
   * @param perSecond lines
   * @param written receives the number of lines at least once a second
   */
  public long fillAtRate(
      Iterator<byte[]> lines, int perSecond, Consumer<byte[]> reader, LongConsumer written) {
    return fill(
        new LiveLines(new SteadyLines(lines, System.currentTimeMillis(), perSecond)),
        reader,
        written,
        Math.min(perSecond, REPORT_EVERY_LINES));
  }

  private long fill(
      Iterator<byte[]> lines, Consumer<byte[]> reader, LongConsumer written, int reportEvery) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    long count = 0;
    try (KafkaProducer<byte[], byte[]> producer = newProducer()) {
      while (lines.hasNext() && failure.get() == null) {
        byte[] line = lines.next();
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(name, hasKeys ? workload.keyOf(line) : null, line),
                (metadata, e) -> failure.compareAndSet(null, e));
        reader.accept(line);
        if (++count % reportEvery == 0) {
          written.accept(count);
        }
      }
      producer.flush();
    }
    if (failure.get() != null) {
      throw new CommandFailure(
          "cannot write to the topic %s: %s".formatted(name, failure.get().getMessage()),
          failure.get());
    }
    return count;
  }

  /** Says how much is written so far: "1,000 readings written". */
  public String written(long count) {
    return String.format(Locale.ROOT, "%,d %s written", count, workload.records());
  }

  /** Says how much is in the topic in the end: "1,000 readings are in the topic readings". */
  public String filled(long count) {
    return String.format(
        Locale.ROOT, "%,d %s are in the topic %s", count, workload.records(), name);
  }

  private KafkaProducer<byte[], byte[]> newProducer() {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker,
            ProducerConfig.ACKS_CONFIG, "all",
            // Without it a retried batch may be written after the next one.
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true,
            ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES,
            ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
