/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The query by the processor API, as one writes it if each sensor's readings are in order: a
 * sensor's minute is over when the sensor has a reading of another one. So no reading is late,
 * however far sensors are apart; and a sensor that falls silent keeps its last minute back.
 */
final class ByProcessor implements Processor<Long, Reading, Long, String> {

  private static final String SOURCE = "readings";
  private static final String MINUTES = "minutes";
  private static final String WINDOWS = "windows";
  private static final String ALERTS = "alerts";

  private final PeerProgress progress;
  private ProcessorContext<Long, String> context;
  private KeyValueStore<Long, Minute> minutes;

  private ByProcessor(PeerProgress progress) {
    this.progress = progress;
  }

  static Topology topology(PeerTopics topics, boolean inMemory, PeerProgress progress) {
    return new Topology()
        .addSource(
            Topology.AutoOffsetReset.EARLIEST,
            SOURCE,
            (record, before) -> ((Reading) record.value()).ts(),
            new LongDeserializer(),
            Reading.SERDE.deserializer(),
            topics.input(),
            topics.end())
        .addProcessor(MINUTES, () -> new ByProcessor(progress), SOURCE)
        // the cache spares most writes to store and changelog, as by default in the DSL
        .addStateStore(
            Stores.keyValueStoreBuilder(
                    inMemory
                        ? Stores.inMemoryKeyValueStore(MINUTES)
                        : Stores.persistentKeyValueStore(MINUTES),
                    Serdes.Long(),
                    Minute.SERDE)
                .withCachingEnabled(),
            MINUTES)
        .addSink(WINDOWS, topics.windows(), new LongSerializer(), new StringSerializer(), MINUTES)
        .addSink(ALERTS, topics.alerts(), new LongSerializer(), new StringSerializer(), MINUTES);
  }

  @Override
  public void init(ProcessorContext<Long, String> ownContext) {
    context = ownContext;
    minutes = context.getStateStore(MINUTES);
  }

  @Override
  public void process(Record<Long, Reading> record) {
    long sensor = record.key();
    if (sensor == PeerTopics.NO_SENSOR) {
      writeAll(record.timestamp());
    } else {
      add(sensor, record.value());
    }
    progress.read(sensor);
  }

  private void add(long sensor, Reading reading) {
    Minute now = Minute.of(reading.ts());
    Minute before = minutes.get(sensor);
    if (before != null && before.start() != now.start()) {
      write(sensor, before, reading.ts());
    }
    boolean goesOn = before != null && before.start() == now.start();
    minutes.put(sensor, (goesOn ? before : now).with(reading.volts()));
  }

  private void writeAll(long ts) {
    try (KeyValueIterator<Long, Minute> all = minutes.all()) {
      while (all.hasNext()) {
        KeyValue<Long, Minute> minute = all.next();
        write(minute.key, minute.value, ts);
      }
    }
  }

  private void write(long sensor, Minute minute, long ts) {
    Record<Long, String> row = new Record<>(sensor, minute.row(sensor), ts);
    context.forward(row, WINDOWS);
    if (minute.isAlert()) {
      context.forward(row, ALERTS);
    }
  }
}
