/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.trilink.runtime.decode.UndecidedException;

/** Skips a value that is not read. It must nevertheless be valid JSON. */
final class SkippedValue implements FieldReader {

  private static final long serialVersionUID = 1L;

  /** More deeply nested values may overflow the stack of flink-json, which is recursive. */
  private static final int MAX_DEPTH = 200;

  private final boolean bigDecimals;

  /**
   * @param bigDecimals whether flink-json parses every number with a fraction to a BigDecimal,
   *     which fails for some exponents
   */
  SkippedValue(boolean bigDecimals) {
    this.bigDecimals = bigDecimals;
  }

  @Override
  public Object read(JsonParser parser, JsonToken token) throws IOException {
    int depth = 0;
    JsonToken current = token;
    while (true) {
      if (current.isStructStart()) {
        depth++;
        if (depth > MAX_DEPTH) {
          throw new UndecidedException();
        }
      } else if (current.isStructEnd()) {
        depth--;
      } else if (bigDecimals && current == JsonToken.VALUE_NUMBER_FLOAT) {
        Object unused = parser.getDecimalValue().stripTrailingZeros();
      }
      if (depth == 0) {
        return null;
      }
      current = parser.nextToken();
    }
  }
}
