/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/** A format of Kafka messages of which Trilink decodes single columns. */
interface DecodedFormat {

  /** As in a table's options: {@code json}. */
  String name();

  /** The names of the classes with which Flink decodes it, and which Trilink knows. */
  Set<String> decoders();

  /** Why Flink has to decode the messages of a table in this format, null if Trilink can. */
  @Nullable
  String obstacle(KafkaTable table, DynamicTableSource source);

  /** Whether a value that nobody reads can be skipped, whether it fits its column or not. */
  default boolean ignoresErrors(KafkaTable table) {
    return table.ignoresErrors();
  }

  /**
   * Trilink's decoder for the messages that Flink's decodes.
   *
   * @param flinks an instance of one of {@link #decoders}
   * @param rowType of the messages and of the rows
   * @param read which columns are read
   * @param filter of rows that the query drops, null for none
   * @throws ReflectiveOperationException if this is not the format that Trilink supports
   */
  ProjectedDeserializationSchema projected(
      DeserializationSchema<RowData> flinks,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter)
      throws ReflectiveOperationException;
}
