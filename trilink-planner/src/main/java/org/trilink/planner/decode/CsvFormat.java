/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.Collections;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.csv.CsvRowDataDeserializationSchema;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvSchema;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.CsvOptions;
import org.trilink.planner.flink.FlinkField;
import org.trilink.planner.kafka.KafkaFormat;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.runtime.csv.CsvDialect;
import org.trilink.runtime.csv.ProjectedCsvDeserializationSchema;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/** Lines of separated values. */
final class CsvFormat implements DecodedFormat {

  private static final String JAR = "flink-csv";
  private static final String DECODER =
      "org.apache.flink.formats.csv.CsvRowDataDeserializationSchema";

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public Set<String> decoders() {
    return Collections.singleton(DECODER);
  }

  @Override
  @Nullable
  public String obstacle(KafkaTable table, DynamicTableSource source) {
    String ofJars =
        KafkaFormat.obstacle(source, JAR, DECODER, () -> CsvRowDataDeserializationSchema.class);
    if (ofJars != null) {
      return ofJars;
    }
    try {
      String ofOptions = dialect(KafkaFormat.decoder(source)).obstacle();
      return ofOptions == null ? null : String.format("%s (table %s)", ofOptions, table);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return KafkaFormat.unknown(JAR, e);
    }
  }

  @Override
  public ProjectedDeserializationSchema projected(
      DeserializationSchema<RowData> flinks,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter)
      throws ReflectiveOperationException {
    return new ProjectedCsvDeserializationSchema(
        (CsvRowDataDeserializationSchema) flinks, rowType, read, filter, dialect(flinks));
  }

  /** The dialect that a table's options have become. */
  private static CsvDialect dialect(DeserializationSchema<RowData> flinks)
      throws ReflectiveOperationException {
    CsvSchema schema = CsvOptions.of(flinks);
    return new CsvDialect(
        schema.getColumnSeparator(),
        schema.usesQuoteChar() ? schema.getQuoteChar() : CsvDialect.NONE,
        schema.usesEscapeChar() ? schema.getEscapeChar() : CsvDialect.NONE,
        schema.allowsComments(),
        schema.getArrayElementSeparator(),
        schema.getNullValueString(),
        (boolean) FlinkField.CSV_IGNORE_PARSE_ERRORS.get(flinks));
  }
}
