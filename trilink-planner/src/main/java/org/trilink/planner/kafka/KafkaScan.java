/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import java.util.Properties;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.flink.SupportedFlink;
import org.trilink.runtime.kafka.DelegatingSource;
import org.trilink.runtime.kafka.TrackedSource;
import org.trilink.runtime.sample.LatestRecords;

/** The source in Flink's scan of a Kafka table. */
public final class KafkaScan {

  private KafkaScan() {}

  /**
   * The transformation of a table's scan.
   *
   * @param remedy tells people what to do if it is not one of the Kafka connector
   */
  @SuppressWarnings("unchecked")
  public static SourceTransformation<RowData, SourceSplit, Object> of(
      Transformation<?> scan, String remedy) {
    if (!(scan instanceof SourceTransformation)) {
      throw new TableException(
          String.format(
              "Trilink supports the Kafka source of %s, but the scan of the table is %s. %s",
              SupportedFlink.NAME, scan, remedy));
    }
    return (SourceTransformation<RowData, SourceSplit, Object>) scan;
  }

  /** As Flink's connector made it. */
  public static <SplitT extends SourceSplit, StateT> Source<RowData, SplitT, StateT> source(
      SourceTransformation<RowData, SplitT, StateT> scan) {
    return DelegatingSource.flinks(scan.getSource());
  }

  /**
   * Lets the partitions of a restored job hold back the watermark until their first records have
   * been read, which Flink 1.14 does not.
   *
   * @param scan of a Kafka table
   * @throws TableException if this is not the Flink that Trilink supports
   */
  public static <SplitT extends SourceSplit, StateT> void holdBackWatermarks(
      SourceTransformation<RowData, SplitT, StateT> scan) {
    try {
      FlinkField.SCAN_SOURCE.set(scan, DelegatingSource.to(scan.getSource()));
    } catch (ReflectiveOperationException e) {
      throw new TableException(
          "Trilink needs " + SupportedFlink.NAME + " to read a Kafka table, but " + e + ".", e);
    }
  }

  /**
   * Lets the partitions of all Kafka tables that rows come from, whoever decodes them, hold back
   * the watermark of a restored job until their first records have been read.
   */
  @SuppressWarnings("unchecked")
  public static void holdBackWatermarksBelow(Transformation<?> rows) {
    for (Transformation<?> each : rows.getTransitivePredecessors()) {
      if (isKafka(each)) {
        holdBackWatermarks((SourceTransformation<RowData, SourceSplit, Object>) each);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static boolean isKafka(Transformation<?> scan) {
    return scan instanceof SourceTransformation
        && source((SourceTransformation<RowData, SourceSplit, Object>) scan)
            .getClass()
            .getSimpleName()
            .equals("KafkaSource");
  }

  /**
   * Makes the scan end at the end that the topic has now, start at its latest records, and tell
   * from where each record is. For a sample, so the scan is in no job.
   *
   * @param sample the id of its receiver
   * @param input of the sampled operator, 0 or 1
   * @param records of all partitions together
   * @return whether the scan reads a Kafka topic; if not it stays as it is
   * @throws TableException if this is not the connector, or the Flink, that Trilink supports
   */
  @SuppressWarnings("unchecked")
  public static boolean boundForSample(
      Transformation<?> scan, String sample, int input, long records) {
    if (!isKafka(scan)) {
      return false;
    }
    Source<RowData, SourceSplit, Object> source =
        source((SourceTransformation<RowData, SourceSplit, Object>) scan);
    try {
      FlinkField.KAFKA_SOURCE_START.set(source, LatestRecords.of(sample, input, records));
      FlinkField.KAFKA_SOURCE_STOP.set(source, OffsetsInitializer.latest());
      FlinkField.KAFKA_SOURCE_BOUNDEDNESS.set(source, Boundedness.BOUNDED);
      FlinkField.KAFKA_SOURCE_PROPERTIES.set(
          source, withoutDiscovery((Properties) FlinkField.KAFKA_SOURCE_PROPERTIES.get(source)));
      FlinkField.SCAN_SOURCE.set(scan, new TrackedSource<>(source));
      return true;
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new TableException(
          "Trilink needs "
              + SupportedFlink.NAME
              + " and its Kafka connector to sample a topic, but "
              + e
              + ".",
          e);
    }
  }

  /** A source that looks for new partitions does not end, even if it is bounded. */
  private static Properties withoutDiscovery(Properties properties) {
    Properties copy = new Properties();
    copy.putAll(properties);
    copy.setProperty(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), "-1");
    return copy;
  }
}
