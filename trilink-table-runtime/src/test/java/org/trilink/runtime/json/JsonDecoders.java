/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import javax.annotation.Nullable;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.FieldFilter;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/** flink-json's deserializer and ours. */
final class JsonDecoders {

  private JsonDecoders() {}

  static BothDecoders both(
      RowType type,
      ReadFields read,
      @Nullable FieldFilter filter,
      JsonMode mode,
      TimestampFormat format) {
    return new BothDecoders(
        type,
        read,
        filter,
        mode + ", " + format,
        mode.decoder(type, format),
        (fields, rowFilter) -> trilink(type, fields, rowFilter, mode, format));
  }

  /** Makes a decoder that falls back to flink-json's. */
  static ProjectedJsonDeserializationSchema trilink(
      RowType type,
      ReadFields read,
      @Nullable RowFilter filter,
      JsonMode mode,
      TimestampFormat format) {
    return new ProjectedJsonDeserializationSchema(
        mode.decoder(type, format),
        type,
        read,
        filter,
        mode.failOnMissingField(),
        mode.ignoreParseErrors(),
        format);
  }
}
