/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import javax.annotation.Nullable;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.FieldFilter;
import org.trilink.runtime.decode.ReadFields;

/** flink-json's deserializer and ours. */
final class JsonDecoders {

  private JsonDecoders() {}

  static BothDecoders both(
      RowType type,
      ReadFields read,
      @Nullable FieldFilter filter,
      JsonMode mode,
      TimestampFormat format) {
    InternalTypeInfo<RowData> typeInfo = InternalTypeInfo.of(type);
    return new BothDecoders(
        type,
        read,
        filter,
        mode + ", " + format,
        new JsonRowDataDeserializationSchema(
            type, typeInfo, mode.failOnMissingField, mode.ignoreParseErrors, format),
        (fields, rowFilter) ->
            new ProjectedJsonDeserializationSchema(
                type,
                fields,
                rowFilter,
                typeInfo,
                mode.failOnMissingField,
                mode.ignoreParseErrors,
                format));
  }
}
