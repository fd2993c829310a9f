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

/** The decoder that flink-json uses by default. */
public final class StockJson {

  /** Whether it may read on for ever behind an error in a map or array that it is to ignore. */
  public static final boolean MAY_NOT_RETURN_FROM_ERRORS = false;

  private StockJson() {}

  /** Makes a decoder with the format's options. */
  public static DeserializationSchema<RowData> decoder(
      RowType type,
      boolean failOnMissingField,
      boolean ignoreParseErrors,
      TimestampFormat timestampFormat) {
    return new JsonRowDataDeserializationSchema(
        type, InternalTypeInfo.of(type), failOnMissingField, ignoreParseErrors, timestampFormat);
  }
}
