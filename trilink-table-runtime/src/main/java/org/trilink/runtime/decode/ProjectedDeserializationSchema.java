/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import java.io.IOException;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes only the fields of messages that are read; the others are NULL. A message that the
 * format's decoder cannot, or must not, decide falls back to Flink's own deserializer, so the
 * result, or the failure, is always Flink's.
 */
public abstract class ProjectedDeserializationSchema implements DeserializationSchema<RowData> {

  /** Counts the messages that fell back to Flink's decoder, which cost more than others. */
  public static final String LEFT_TO_FLINK = "numMessagesLeftToFlink";

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(ProjectedDeserializationSchema.class);

  private final DeserializationSchema<RowData> flinks;
  private final RowType rowType;
  private final ReadFields read;
  @Nullable private final RowFilter filter;

  private transient Counter leftToFlink;

  /**
   * @param flinks the deserializer that Flink uses for the same messages
   * @param rowType of the messages and of the rows
   * @param read which fields are read
   * @param filter that identifies rows that the query drops, which need not be decoded completely;
   *     null for none
   */
  protected ProjectedDeserializationSchema(
      DeserializationSchema<RowData> flinks,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter) {
    this.flinks = flinks;
    this.rowType = rowType;
    this.read = read;
    this.filter = filter;
  }

  /**
   * Returns this schema, extended for another query on the same messages. It is not opened.
   *
   * @param others the fields that it reads
   * @param othersFilter of its rows, null for none
   */
  public final ProjectedDeserializationSchema alsoReading(
      ReadFields others, @Nullable RowFilter othersFilter) {
    return reading(
        read.or(others), filter == null || othersFilter == null ? null : filter.or(othersFilter));
  }

  /** Creates the schema of the same format for other fields and another filter. */
  protected abstract ProjectedDeserializationSchema reading(
      ReadFields otherRead, @Nullable RowFilter otherFilter);

  @Override
  public void open(InitializationContext context) throws Exception {
    flinks.open(context);
    leftToFlink = context.getMetricGroup().counter(LEFT_TO_FLINK);
    if (filter != null) {
      filter.open(context.getUserCodeClassLoader().asClassLoader());
    }
  }

  /**
   * Decodes a message.
   *
   * @return null if there is no row: for no message, one that Flink's deserializer leaves out, and
   *     one whose row all queries drop and nobody needs
   */
  @Override
  @Nullable
  public final RowData deserialize(@Nullable byte[] message) throws IOException {
    if (message == null) {
      return null;
    }
    RowData row = decode(message);
    if (row != null) {
      return row == RowFilter.DROPPED ? null : row;
    }
    if (leftToFlink.getCount() == 0) {
      LOG.debug(
          "Decoder: a message is not in the simple form that {} supports and is decoded by {}, which"
              + " takes longer. The metric {} counts such messages.",
          getClass().getSimpleName(),
          flinks.getClass().getSimpleName(),
          LEFT_TO_FLINK);
    }
    leftToFlink.inc();
    return flinks.deserialize(message);
  }

  /**
   * Decodes a row.
   *
   * @return {@link RowFilter#DROPPED} if nobody needs it; null if Flink's deserializer has to
   *     decode the message
   */
  @Nullable
  protected abstract RowData decode(byte[] message);

  /** How many messages fell back to Flink's deserializer since {@link #open}. */
  public final long leftToFlink() {
    return leftToFlink.getCount();
  }

  protected final DeserializationSchema<RowData> flinks() {
    return flinks;
  }

  protected final RowType rowType() {
    return rowType;
  }

  @Override
  public final boolean isEndOfStream(RowData nextElement) {
    return false;
  }

  @Override
  public final TypeInformation<RowData> getProducedType() {
    return flinks.getProducedType();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof ProjectedDeserializationSchema)) {
      return false;
    }
    ProjectedDeserializationSchema that = (ProjectedDeserializationSchema) other;
    return flinks.equals(that.flinks)
        && rowType.equals(that.rowType)
        && read.equals(that.read)
        && Objects.equals(filter, that.filter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(flinks, rowType, read, filter);
  }
}
