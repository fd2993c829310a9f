/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Optional;

/** The JSON form of result rows: a line with exactly the row's fields, each of its type. */
public final class JsonRows {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private JsonRows() {}

  /** The row in a JSON line; empty if it is not one. */
  public static <R> Optional<R> parse(byte[] line, Class<R> type) {
    try {
      return Optional.ofNullable(MAPPER.readValue(line, type));
    } catch (IOException notSuchARow) {
      return Optional.empty();
    }
  }

  public static byte[] write(Object row) {
    try {
      return MAPPER.writeValueAsBytes(row);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A row of numbers cannot fail to be written", e);
    }
  }
}
