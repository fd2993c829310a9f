/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** The decoders that flink-json has. */
public enum StockJson {
  /** Parses a message before it makes the row. */
  TREE;

  /** The decoder that a table has without further options. */
  public static final StockJson DEFAULT = TREE;

  /** Whether it may read on for ever behind an error in a map or array that it is to ignore. */
  public boolean mayNotReturnFromErrors() {
    return false;
  }

  /** Makes a decoder with the format's options. */
  public DeserializationSchema<RowData> decoder(
      RowType type,
      boolean failOnMissingField,
      boolean ignoreParseErrors,
      TimestampFormat timestampFormat) {
    return new JsonRowDataDeserializationSchema(
        type, InternalTypeInfo.of(type), failOnMissingField, ignoreParseErrors, timestampFormat);
  }
}
