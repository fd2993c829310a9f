/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import javax.annotation.Nullable;
import org.apache.flink.formats.csv.CsvRowDataDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.FieldFilter;
import org.trilink.runtime.decode.ReadFields;

/** flink-csv's deserializer and ours. */
final class CsvDecoders {

  private CsvDecoders() {}

  static BothDecoders both(
      RowType type, ReadFields read, @Nullable FieldFilter filter, CsvDialect dialect) {
    return new BothDecoders(
        type,
        read,
        filter,
        dialect.toString(),
        flinks(type, dialect),
        (fields, rowFilter) ->
            new ProjectedCsvDeserializationSchema(
                flinks(type, dialect), type, fields, rowFilter, dialect));
  }

  /** flink-csv's, as its format makes it of a table's options. */
  static CsvRowDataDeserializationSchema flinks(RowType type, CsvDialect dialect) {
    InternalTypeInfo<RowData> typeInfo = InternalTypeInfo.of(type);
    CsvRowDataDeserializationSchema.Builder builder =
        new CsvRowDataDeserializationSchema.Builder(type, typeInfo)
            .setFieldDelimiter(dialect.separator())
            .setArrayElementDelimiter(dialect.arraySeparator())
            .setAllowComments(dialect.allowsComments())
            .setIgnoreParseErrors(dialect.ignoresParseErrors());
    if (dialect.quote() == CsvDialect.NONE) {
      builder.disableQuoteCharacter();
    } else {
      builder.setQuoteCharacter((char) dialect.quote());
    }
    if (dialect.escape() != CsvDialect.NONE) {
      builder.setEscapeCharacter((char) dialect.escape());
    }
    if (dialect.nullLiteral() != null) {
      builder.setNullLiteral(dialect.nullLiteral());
    }
    return builder.build();
  }
}
