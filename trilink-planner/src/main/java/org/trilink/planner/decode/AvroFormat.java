/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkField;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.runtime.avro.ProjectedAvroDeserializationSchema;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Avro records in the schema of the table, without a registry. Their decoder needs none of Avro's
 * classes, so flink-avro may be in any folder, and be flink-sql-avro.
 */
final class AvroFormat implements DecodedFormat {

  /** Flink's decoder of records in the schema of the table; another one reads a registry's. */
  private static final String RECORDS = "org.apache.flink.formats.avro.AvroDeserializationSchema";

  /** Options that some versions of flink-avro have, and the values that Trilink reads. */
  private static final Map<String, String> SUPPORTED = new HashMap<>();

  static {
    SUPPORTED.put("encoding", "binary");
    SUPPORTED.put("timestamp_mapping.legacy", "true");
  }

  @Override
  public String name() {
    return "avro";
  }

  @Override
  public Set<String> decoders() {
    return Collections.singleton("org.apache.flink.formats.avro.AvroRowDataDeserializationSchema");
  }

  @Override
  @Nullable
  public String obstacle(KafkaTable table, DynamicTableSource source) {
    for (Map.Entry<String, String> supported : SUPPORTED.entrySet()) {
      String value = table.valueFormatOption(supported.getKey()).orElse(supported.getValue());
      if (!value.equalsIgnoreCase(supported.getValue())) {
        return String.format(
            "table %s has '%s.%s'='%s'; only '%s' is supported",
            table, name(), supported.getKey(), value, supported.getValue());
      }
    }
    try {
      FlinkField.KAFKA_TABLE_VALUE_FORMAT.get(source);
      return null;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return "Trilink needs " + SupportedFlink.NAME + "'s Kafka connector (" + e + ")";
    }
  }

  /** Every message has the types of the table: what is not read need not be converted. */
  @Override
  public boolean ignoresErrors(KafkaTable table) {
    return true;
  }

  @Override
  public ProjectedDeserializationSchema projected(
      DeserializationSchema<RowData> flinks,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter)
      throws ReflectiveOperationException {
    String records = FlinkField.AVRO_RECORDS.get(flinks).getClass().getName();
    if (!records.equals(RECORDS)) {
      throw new IllegalArgumentException("Trilink does not decode what " + records + " reads");
    }
    return new ProjectedAvroDeserializationSchema(flinks, rowType, read, filter);
  }
}
