/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;

/** Reads the value of a field. */
@FunctionalInterface
interface FieldReader extends Serializable {

  /**
   * Reads the value that begins with the parser's current token. Afterwards the parser is at the
   * value's last token.
   *
   * @param token the current token
   * @return the value in Flink's internal form
   * @throws IOException if the message is malformed
   * @throws RuntimeException if flink-json has to decode the message
   */
  @Nullable
  Object read(JsonParser parser, JsonToken token) throws IOException;
}
