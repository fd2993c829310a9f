/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;

/** Passes over a value that nobody reads. It has to be JSON all the same. */
final class SkippedValue implements FieldReader {

  private static final long serialVersionUID = 1L;

  /** Deeper values may be too deep for flink-json, which calls itself for each level. */
  private static final int MAX_DEPTH = 200;

  private final boolean bigDecimals;

  /**
   * @param bigDecimals whether flink-json makes a BigDecimal of every number with a fraction, which
   *     fails for some exponents
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
