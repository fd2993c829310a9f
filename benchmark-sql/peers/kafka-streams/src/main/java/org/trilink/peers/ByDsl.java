/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Materialized.StoreType;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The query in the DSL, by the input's own partitions, without a repartition topic. Stream time,
 * the greatest time that a task has seen, closes windows: readings that are late by more than the
 * grace are dropped.
 */
final class ByDsl {

  private ByDsl() {}

  static Topology topology(
      PeerTopics topics, boolean inMemory, Duration grace, PeerProgress progress) {
    StreamsBuilder builder = new StreamsBuilder();
    KStream<Long, Minute> minutes =
        builder.stream(
                topics.read(),
                Consumed.with(Serdes.Long(), Reading.SERDE)
                    .withTimestampExtractor((record, before) -> ((Reading) record.value()).ts()))
            .peek((sensor, reading) -> progress.read(sensor))
            .groupByKey(Grouped.with(Serdes.Long(), Reading.SERDE))
            .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(Minute.MILLIS), grace))
            .aggregate(
                () -> Minute.of(0),
                (sensor, reading, minute) -> minute.with(reading.volts()),
                store(inMemory, grace))
            .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
            .toStream()
            .map(
                (window, minute) ->
                    KeyValue.pair(window.key(), minute.at(window.window().start())));
    write(minutes, topics.windows());
    write(minutes.filter((sensor, minute) -> minute.isAlert()), topics.alerts());
    return builder.build();
  }

  /** Cached and logged, as by default. */
  private static Materialized<Long, Minute, WindowStore<Bytes, byte[]>> store(
      boolean inMemory, Duration grace) {
    return Materialized.<Long, Minute, WindowStore<Bytes, byte[]>>with(Serdes.Long(), Minute.SERDE)
        .withStoreType(inMemory ? StoreType.IN_MEMORY : StoreType.ROCKS_DB)
        .withRetention(grace.plusMillis(Minute.MILLIS));
  }

  private static void write(KStream<Long, Minute> minutes, String topic) {
    minutes
        .mapValues((sensor, minute) -> minute.row(sensor))
        .to(topic, Produced.with(Serdes.Long(), Serdes.String()));
  }
}
