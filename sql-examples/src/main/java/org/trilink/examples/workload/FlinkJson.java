/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads lines as Flink's JSON format does with {@code json.ignore-parse-errors}: a line that is no
 * JSON object makes no row, a field that does not fit its type is null.
 *
 * <p>Thread-safe.
 */
public final class FlinkJson {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS).build();

  private FlinkJson() {}

  /** The object in a line, UTF-8; empty for a line that Flink makes no row of. */
  public static Optional<JsonNode> parse(byte[] line) {
    try {
      return Optional.of(MAPPER.readTree(line)).filter(JsonNode::isObject);
    } catch (IOException | StackOverflowError unreadable) { // deeply nested, for the latter
      return Optional.empty();
    }
  }

  /** A field of type BIGINT; null if it is missing, null or not of the type. */
  public static Long bigint(JsonNode object, String name) {
    return field(
        object,
        name,
        node -> node.canConvertToLong() ? node.asLong() : Long.parseLong(node.asText().trim()));
  }

  /** A field of type DOUBLE; null if it is missing, null or not of the type. */
  public static Double doubleOf(JsonNode object, String name) {
    return field(
        object,
        name,
        node -> node.isDouble() ? node.asDouble() : Double.parseDouble(node.asText().trim()));
  }

  /** A field of type STRING; null if it is missing or null. */
  public static String string(JsonNode object, String name) {
    return field(object, name, node -> node.isContainerNode() ? node.toString() : node.asText());
  }

  /** A field of type BOOLEAN, false for what is neither; null if it is missing or null. */
  public static Boolean bool(JsonNode object, String name) {
    return field(
        object,
        name,
        node -> node.isBoolean() ? node.asBoolean() : Boolean.parseBoolean(node.asText().trim()));
  }

  private static <T> T field(JsonNode object, String name, Function<JsonNode, T> conversion) {
    JsonNode node = object.get(name);
    if (node == null || node.isNull()) {
      return null;
    }
    try {
      return conversion.apply(node);
    } catch (NumberFormatException notOfThisType) {
      return null;
    }
  }
}
