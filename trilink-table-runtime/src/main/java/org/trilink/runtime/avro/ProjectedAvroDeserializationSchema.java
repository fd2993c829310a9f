/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.avro;

import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/**
 * Decodes Avro messages in the schema of the table, and only the fields that are read. A message
 * that is not exactly one record falls back to flink-avro's deserializer, and with it all that come
 * after it: flink-avro takes bytes that are left over for the begin of the next message, so only it
 * knows how to go on.
 *
 * <p>Does not use Avro's classes, which flink-avro and flink-sql-avro have under different names.
 */
public final class ProjectedAvroDeserializationSchema extends ProjectedDeserializationSchema {

  private static final long serialVersionUID = 1L;

  private final AvroValue record;

  private transient AvroInput input;
  private transient boolean flinkGoesOn;

  /**
   * @param flinkAvro flink-avro's deserializer of messages in the schema of that type
   * @param rowType of the messages and of the rows
   * @param read which fields are read
   * @param filter that identifies rows that the query drops, which need not be decoded completely;
   *     null for none
   * @throws IllegalArgumentException if Avro has no such rows
   */
  public ProjectedAvroDeserializationSchema(
      DeserializationSchema<RowData> flinkAvro,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter) {
    super(flinkAvro, rowType, read, filter);
    this.record = AvroValue.of(rowType, read, filter);
  }

  @Override
  protected ProjectedAvroDeserializationSchema reading(
      ReadFields otherRead, @Nullable RowFilter otherFilter) {
    return new ProjectedAvroDeserializationSchema(flinks(), rowType(), otherRead, otherFilter);
  }

  @Override
  public void open(InitializationContext context) throws Exception {
    super.open(context);
    input = new AvroInput();
    flinkGoesOn = false;
  }

  @Override
  @Nullable
  protected RowData decode(byte[] message) {
    if (flinkGoesOn) {
      return null;
    }
    try {
      input.open(message);
      RowData row = (RowData) record.read(input);
      if (input.isAtEnd()) {
        return row;
      }
    } catch (RuntimeException e) {
      // flink-avro finds the same error and reports it
    }
    flinkGoesOn = true;
    return null;
  }
}
