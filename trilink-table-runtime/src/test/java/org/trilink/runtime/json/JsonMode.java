/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.flink.StockJson;

/**
 * flink-json's decoder, and its options for messages that do not fit.
 *
 * @param stock the decoder that Trilink's is compared with, and falls back to
 */
record JsonMode(StockJson stock, boolean failOnMissingField, boolean ignoreParseErrors) {

  static final JsonMode FAIL = new JsonMode(StockJson.DEFAULT, false, false);
  static final JsonMode IGNORE_PARSE_ERRORS = new JsonMode(StockJson.DEFAULT, false, true);

  static List<JsonMode> all() {
    List<JsonMode> all = new ArrayList<>();
    for (StockJson stock : StockJson.values()) {
      all.add(new JsonMode(stock, false, false));
      all.add(new JsonMode(stock, true, false));
      all.add(new JsonMode(stock, false, true));
    }
    return all;
  }

  /**
   * Returns those in which Flink decodes any message, or fails. A decoder of Flink's that ignores
   * errors may read on for ever behind one in a map or array.
   */
  static Stream<JsonMode> forRandomMessages() {
    return all().stream()
        .filter(mode -> !(mode.ignoreParseErrors && mode.stock.mayNotReturnFromErrors()));
  }

  /** Makes flink-json's decoder. */
  DeserializationSchema<RowData> decoder(RowType type, TimestampFormat format) {
    return stock.decoder(type, failOnMissingField, ignoreParseErrors, format);
  }
}
