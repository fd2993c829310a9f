/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import javax.annotation.Nullable;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.trilink.planner.flink114.FlinkField;

/** The JSON format of a Kafka table, which may be in another folder than Trilink. */
public final class KafkaJsonFormat {

  private static final String DECODER =
      "org.apache.flink.formats.json.JsonRowDataDeserializationSchema";

  private KafkaJsonFormat() {}

  /** Why Trilink's decoder cannot take the place of the format's, null if it can. */
  @Nullable
  public static String obstacle(DynamicTableSource kafka) {
    try {
      ClassLoader loader =
          FlinkField.KAFKA_TABLE_VALUE_FORMAT.get(kafka).getClass().getClassLoader();
      return Class.forName(DECODER, false, loader) == JsonRowDataDeserializationSchema.class
          ? null
          : "the Kafka table and Trilink load flink-json from different jars; put flink-json only"
              + " into the folder where Trilink's jars are";
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return "Trilink needs Flink 1.14's Kafka connector, and its flink-json in the folder where"
          + " Trilink's jars are ("
          + e
          + ")";
    }
  }
}
