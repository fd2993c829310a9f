/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.IOException;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.connectors.kafka.KafkaDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decodes records of a table whose message values contain every column, including those of the
 * record key. Then a row is decoded from the value alone, and key and value need not be combined.
 * The key is decoded only because a malformed key must fail the job.
 */
public final class OverwrittenKeyDeserializationSchema
    implements KafkaDeserializationSchema<RowData> {

  private static final long serialVersionUID = 1L;

  private final DeserializationSchema<RowData> keyDeserialization;

  /** The field has the same name as in Flink's own schema. */
  private final DeserializationSchema<RowData> valueDeserialization;

  private final TypeInformation<RowData> producedType;

  /**
   * @param keyDeserialization decodes each key to exactly one row, or fails
   * @param valueDeserialization decodes complete rows
   * @param producedType of the rows
   */
  public OverwrittenKeyDeserializationSchema(
      DeserializationSchema<RowData> keyDeserialization,
      DeserializationSchema<RowData> valueDeserialization,
      TypeInformation<RowData> producedType) {
    this.keyDeserialization = keyDeserialization;
    this.valueDeserialization = valueDeserialization;
    this.producedType = producedType;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) throws Exception {
    keyDeserialization.open(context);
    valueDeserialization.open(context);
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RowData> collector)
      throws IOException {
    RowData unused = keyDeserialization.deserialize(record.key());
    valueDeserialization.deserialize(record.value(), collector);
  }

  @Override
  public RowData deserialize(ConsumerRecord<byte[], byte[]> record) {
    throw new UnsupportedOperationException("A message may have no row.");
  }

  @Override
  public boolean isEndOfStream(RowData nextElement) {
    return false;
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return producedType;
  }
}
