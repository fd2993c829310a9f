/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.json.JsonReadFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.DeserializationFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/**
 * Decodes JSON messages in one pass, without a tree, and only the fields that are read. Plain
 * messages, one like the other, are read byte by byte ({@link PlainMessages}). An unusual message
 * (malformed, in another encoding, not an object, or with a value that does not fit its type) falls
 * back to flink-json's deserializer.
 */
public final class ProjectedJsonDeserializationSchema extends ProjectedDeserializationSchema {

  private static final long serialVersionUID = 1L;

  private final JsonRowReader reader;
  private final boolean failOnMissingField;
  private final boolean ignoreParseErrors;
  private final TimestampFormat timestampFormat;
  private final boolean bigDecimals;

  private transient PlainMessages plainMessages;
  private transient JsonDocuments documents;

  /**
   * @param flinks flink-json's deserializer with the same options: the one that parses messages to
   *     trees, or one that takes values from the parser
   * @param rowType of the messages and of the rows
   * @param read which fields are read
   * @param filter that identifies rows that the query drops, which need not be decoded completely;
   *     null for none
   * @param failOnMissingField as {@code json.fail-on-missing-field}
   * @param ignoreParseErrors as {@code json.ignore-parse-errors}
   * @param timestampFormat as {@code json.timestamp-format.standard}
   */
  public ProjectedJsonDeserializationSchema(
      DeserializationSchema<RowData> flinks,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter,
      boolean failOnMissingField,
      boolean ignoreParseErrors,
      TimestampFormat timestampFormat) {
    super(flinks, rowType, read, filter);
    this.failOnMissingField = failOnMissingField;
    this.ignoreParseErrors = ignoreParseErrors;
    this.timestampFormat = timestampFormat;
    boolean streamed = !(flinks instanceof JsonRowDataDeserializationSchema);
    this.bigDecimals = LogicalTypeChecks.hasNested(rowType, DecimalType.class::isInstance);
    this.reader =
        new FieldReaders(
                streamed, failOnMissingField, ignoreParseErrors, timestampFormat, bigDecimals)
            .root(rowType, read, filter);
  }

  @Override
  protected ProjectedJsonDeserializationSchema reading(
      ReadFields otherRead, @Nullable RowFilter otherFilter) {
    return new ProjectedJsonDeserializationSchema(
        flinks(),
        rowType(),
        otherRead,
        otherFilter,
        failOnMissingField,
        ignoreParseErrors,
        timestampFormat);
  }

  @Override
  public void open(InitializationContext context) throws Exception {
    super.open(context);
    plainMessages = new PlainMessages(reader);
    documents = new JsonDocuments(newMapper());
  }

  /** Creates a mapper that is configured like that of flink-json. */
  private ObjectMapper newMapper() {
    ObjectMapper mapper = new ObjectMapper();
    if (bigDecimals) {
      mapper.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }
    return mapper.configure(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS.mappedFeature(), true);
  }

  @Override
  @Nullable
  protected RowData decode(byte[] message) {
    RowData plain = plainMessages.read(message);
    return plain == null ? parse(message) : plain;
  }

  /** Decodes a row with the parser; null if flink-json has to decode the message. */
  @Nullable
  private GenericRowData parse(byte[] message) {
    try {
      JsonParser parser = documents.open(message);
      if (parser.currentToken() == JsonToken.START_OBJECT) {
        GenericRowData row = reader.readObject(parser);
        documents.close();
        plainMessages.learn();
        return row;
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // flink-json finds the same error and reports it
    }
    documents.forget();
    return null;
  }

  /** Used for all later messages, so an unusual message must leave it unchanged. */
  JsonRowReader reader() {
    return reader;
  }

  /** How many names of fields the parser caches. */
  int parserNames() {
    return documents.names();
  }
}
