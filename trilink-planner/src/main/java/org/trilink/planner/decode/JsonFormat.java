/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkField;
import org.trilink.planner.kafka.KafkaFormat;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.json.ProjectedJsonDeserializationSchema;

/** JSON objects. */
final class JsonFormat implements DecodedFormat {

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String decoder() {
    return "org.apache.flink.formats.json.JsonRowDataDeserializationSchema";
  }

  @Override
  @Nullable
  public String obstacle(KafkaTable table, DynamicTableSource source) {
    return KafkaFormat.obstacle(
        source, "flink-json", decoder(), () -> JsonRowDataDeserializationSchema.class);
  }

  @Override
  public ProjectedDeserializationSchema projected(
      DeserializationSchema<RowData> flinks,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter)
      throws ReflectiveOperationException {
    return new ProjectedJsonDeserializationSchema(
        rowType,
        read,
        filter,
        flinks.getProducedType(),
        (boolean) FlinkField.JSON_FAIL_ON_MISSING_FIELD.get(flinks),
        (boolean) FlinkField.JSON_IGNORE_PARSE_ERRORS.get(flinks),
        (TimestampFormat) FlinkField.JSON_TIMESTAMP_FORMAT.get(flinks));
  }
}
