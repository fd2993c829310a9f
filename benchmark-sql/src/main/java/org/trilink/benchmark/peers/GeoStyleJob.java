/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.trilink.benchmark.program.SensorMinute;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.Submitter;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.LocalServices;

/**
 * The query as GeoFlink's operators are made: a program of the DataStream API in which what is near
 * shares a key, there a cell of a grid, here a district. A window keeps the records of its cell; a
 * function goes through all of them when the window is fired.
 *
 * @param cluster whose processes have this class
 * @param delay by which its watermarks are behind
 */
record GeoStyleJob(BenchCluster cluster, Duration delay) implements Submitter {

  private static final Duration CHECKPOINTS = Duration.ofSeconds(5);

  @Override
  public LocalServices services() {
    return cluster.services();
  }

  @Override
  public String submit(SubmittedJob job) {
    StreamExecutionEnvironment environment = environment();
    DataStream<Tuple2<byte[], Boolean>> rows =
        environment
            .fromSource(
                source(job.input()),
                WatermarkStrategy.<GeoReading>forBoundedOutOfOrderness(delay)
                    .withTimestampAssigner((reading, before) -> reading.ts),
                "readings")
            .keyBy(GeoReading::district)
            .window(TumblingEventTimeWindows.of(Time.minutes(1)))
            .apply(new SensorsOfDistrict());
    rows.sinkTo(sink(job.results().get(0)));
    rows.filter(row -> row.f1).sinkTo(sink(job.results().get(1)));
    try {
      return environment.executeAsync("GeoFlink-style low-voltage").getJobID().toHexString();
    } catch (Exception e) {
      throw new CommandFailure("the GeoFlink-style job cannot be submitted: " + e.getMessage(), e);
    }
  }

  /** As the SQL jobs are set. */
  private StreamExecutionEnvironment environment() {
    URI rest = URI.create(cluster.services().cluster().rest().url());
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createRemoteEnvironment(
            rest.getHost(), rest.getPort(), new Configuration());
    environment.setParallelism(cluster.topics().partitions());
    environment.enableCheckpointing(CHECKPOINTS.toMillis());
    environment.getConfig().enableObjectReuse();
    return environment;
  }

  private KafkaSource<GeoReading> source(String topic) {
    return KafkaSource.<GeoReading>builder()
        .setBootstrapServers(cluster.servers().broker())
        .setTopics(topic)
        .setGroupId("geo-style")
        .setStartingOffsets(OffsetsInitializer.earliest())
        .setValueOnlyDeserializer(new GeoReading.Schema())
        .build();
  }

  private KafkaSink<Tuple2<byte[], Boolean>> sink(String topic) {
    return KafkaSink.<Tuple2<byte[], Boolean>>builder()
        .setBootstrapServers(cluster.servers().broker())
        .setDeliverGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setRecordSerializer(
            KafkaRecordSerializationSchema.<Tuple2<byte[], Boolean>>builder()
                .setTopic(topic)
                .setValueSerializationSchema(row -> row.f0)
                .build())
        .build();
  }

  /**
   * Sorts a district's readings of a minute by their sensors: rows, and whether they are alerts.
   */
  static final class SensorsOfDistrict
      implements WindowFunction<GeoReading, Tuple2<byte[], Boolean>, Long, TimeWindow> {

    private static final long serialVersionUID = 1L;

    @Override
    public void apply(
        Long district,
        TimeWindow window,
        Iterable<GeoReading> readings,
        Collector<Tuple2<byte[], Boolean>> out) {
      Map<Long, SensorMinute> sensors = new HashMap<>();
      for (GeoReading reading : readings) {
        sensors
            .computeIfAbsent(reading.sensor, sensor -> SensorMinute.from(window.getStart()))
            .add(reading.volts);
      }
      sensors.forEach(
          (sensor, minute) -> out.collect(Tuple2.of(minute.row(sensor), minute.isAlert())));
    }
  }
}
