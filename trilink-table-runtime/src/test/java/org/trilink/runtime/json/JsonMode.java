/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.util.stream.Stream;
import org.trilink.runtime.flink.StockJson;

/** flink-json's options for messages that do not fit. */
enum JsonMode {
  FAIL(false, false),
  FAIL_ON_MISSING_FIELD(true, false),
  IGNORE_PARSE_ERRORS(false, true);

  /**
   * Returns those in which Flink decodes any message, or fails. A decoder of Flink's that ignores
   * errors may read on for ever behind one in a map or array.
   */
  static Stream<JsonMode> forRandomMessages() {
    return Stream.of(values())
        .filter(mode -> !(mode.ignoreParseErrors && StockJson.MAY_NOT_RETURN_FROM_ERRORS));
  }

  final boolean failOnMissingField;
  final boolean ignoreParseErrors;

  JsonMode(boolean failOnMissingField, boolean ignoreParseErrors) {
    this.failOnMissingField = failOnMissingField;
    this.ignoreParseErrors = ignoreParseErrors;
  }
}
