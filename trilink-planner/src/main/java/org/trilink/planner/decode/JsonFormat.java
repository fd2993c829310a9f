/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
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

  private static final String JAR = "flink-json";

  /** Parses messages to trees. */
  private static final String OF_TREES =
      "org.apache.flink.formats.json.JsonRowDataDeserializationSchema";

  /** Takes values from the parser; not all versions of flink-json have it. */
  private static final String OF_TOKENS =
      "org.apache.flink.formats.json.JsonParserRowDataDeserializationSchema";

  private static final Set<String> DECODERS =
      Collections.unmodifiableSet(new HashSet<>(Arrays.asList(OF_TREES, OF_TOKENS)));

  @Override
  public String name() {
    return "json";
  }

  @Override
  public Set<String> decoders() {
    return DECODERS;
  }

  @Override
  @Nullable
  public String obstacle(KafkaTable table, DynamicTableSource source) {
    String ofJars =
        KafkaFormat.obstacle(source, JAR, OF_TREES, () -> JsonRowDataDeserializationSchema.class);
    return ofJars == null ? KafkaFormat.unknownDecoder(source, JAR, DECODERS) : ofJars;
  }

  @Override
  public ProjectedDeserializationSchema projected(
      DeserializationSchema<RowData> flinks,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter)
      throws ReflectiveOperationException {
    return new ProjectedJsonDeserializationSchema(
        flinks,
        rowType,
        read,
        filter,
        (boolean) FlinkField.JSON_FAIL_ON_MISSING_FIELD.get(flinks),
        (boolean) FlinkField.JSON_IGNORE_PARSE_ERRORS.get(flinks),
        (TimestampFormat) FlinkField.JSON_TIMESTAMP_FORMAT.get(flinks));
  }
}
