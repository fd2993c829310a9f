/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.metrics.Counter;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes JSON messages in one pass, without a tree, and only the fields that are read; the others
 * are NULL. Plain messages, one like the other, are read byte by byte ({@link PlainMessages}). An
 * unusual message (malformed, in another encoding, not an object, or with a value that does not fit
 * its type) falls back to flink-json's deserializer, so the result, or the failure, is always
 * flink-json's.
 */
public final class ProjectedJsonDeserializationSchema implements DeserializationSchema<RowData> {

  /**
   * Counts the messages that fell back to flink-json, which cost several times as much as others.
   */
  static final String LEFT_TO_FLINK_JSON = "numMessagesLeftToFlinkJson";

  private static final long serialVersionUID = 1L;
  private static final Logger LOG =
      LoggerFactory.getLogger(ProjectedJsonDeserializationSchema.class);

  private final RowType rowType;
  private final ReadFields read;
  @Nullable private final RowFilter filter;
  private final JsonRowDataDeserializationSchema flinkJson;
  private final JsonRowReader reader;
  private final boolean failOnMissingField;
  private final boolean ignoreParseErrors;
  private final TimestampFormat timestampFormat;
  private final boolean bigDecimals;

  private transient PlainMessages plainMessages;
  private transient JsonDocuments documents;
  private transient Counter leftToFlinkJson;

  /**
   * @param rowType of the messages and of the rows
   * @param read which fields are read
   * @param filter that identifies rows that the query drops, which need not be decoded completely;
   *     null for none
   * @param typeInfo of the rows
   * @param failOnMissingField as {@code json.fail-on-missing-field}
   * @param ignoreParseErrors as {@code json.ignore-parse-errors}
   * @param timestampFormat as {@code json.timestamp-format.standard}
   */
  public ProjectedJsonDeserializationSchema(
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter,
      TypeInformation<RowData> typeInfo,
      boolean failOnMissingField,
      boolean ignoreParseErrors,
      TimestampFormat timestampFormat) {
    this.rowType = rowType;
    this.read = read;
    this.filter = filter;
    this.failOnMissingField = failOnMissingField;
    this.ignoreParseErrors = ignoreParseErrors;
    this.timestampFormat = timestampFormat;
    this.flinkJson =
        new JsonRowDataDeserializationSchema(
            rowType, typeInfo, failOnMissingField, ignoreParseErrors, timestampFormat);
    this.bigDecimals = LogicalTypeChecks.hasNested(rowType, DecimalType.class::isInstance);
    this.reader =
        new FieldReaders(failOnMissingField, ignoreParseErrors, timestampFormat, bigDecimals)
            .root(rowType, read, filter);
  }

  /**
   * The same schema, extended for another query on the same messages. It is not opened.
   *
   * @param others the fields that it reads
   * @param othersFilter of its rows, null for none
   */
  public ProjectedJsonDeserializationSchema alsoReading(
      ReadFields others, @Nullable RowFilter othersFilter) {
    return new ProjectedJsonDeserializationSchema(
        rowType,
        read.or(others),
        filter == null || othersFilter == null ? null : filter.or(othersFilter),
        getProducedType(),
        failOnMissingField,
        ignoreParseErrors,
        timestampFormat);
  }

  @Override
  public void open(InitializationContext context) throws Exception {
    flinkJson.open(context);
    plainMessages = new PlainMessages(reader);
    documents = new JsonDocuments(newMapper());
    leftToFlinkJson = context.getMetricGroup().counter(LEFT_TO_FLINK_JSON);
    if (filter != null) {
      filter.open(context.getUserCodeClassLoader().asClassLoader());
    }
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
  public RowData deserialize(@Nullable byte[] message) throws IOException {
    if (message == null) {
      return null;
    }
    RowData row = plainMessages.read(message);
    if (row == null) {
      row = decode(message);
    }
    if (row != null) {
      return row;
    }
    if (leftToFlinkJson.getCount() == 0) {
      LOG.debug(
          "JSON decoder: a message is not in the simple form that this decoder supports and is"
              + " decoded by flink-json, which takes several times as long. The metric {} counts"
              + " such messages.",
          LEFT_TO_FLINK_JSON);
    }
    leftToFlinkJson.inc();
    return flinkJson.deserialize(message);
  }

  /** Decodes a row; null if flink-json has to decode the message. */
  @Nullable
  private GenericRowData decode(byte[] message) {
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

  long leftToFlinkJson() {
    return leftToFlinkJson.getCount();
  }

  @Override
  public boolean isEndOfStream(RowData nextElement) {
    return false;
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return flinkJson.getProducedType();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof ProjectedJsonDeserializationSchema)) {
      return false;
    }
    ProjectedJsonDeserializationSchema that = (ProjectedJsonDeserializationSchema) other;
    return flinkJson.equals(that.flinkJson)
        && rowType.equals(that.rowType)
        && read.equals(that.read)
        && Objects.equals(filter, that.filter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(flinkJson, rowType, read, filter);
  }
}
