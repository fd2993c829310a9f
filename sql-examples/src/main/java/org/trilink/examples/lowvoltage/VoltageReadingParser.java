package org.trilink.examples.lowvoltage;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads an input line as Flink's JSON format does with {@code json.ignore-parse-errors}: a line
 * that is no JSON object makes no row, a field that does not fit its type is null.
 *
 * <p>Thread-safe.
 */
final class VoltageReadingParser {

  private final ObjectMapper mapper =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS).build();

  /** The reading; empty for a line that Flink makes no row of. */
  Optional<VoltageReading> parse(byte[] line) {
    VoltageReading asGenerated = GeneratedLineScanner.scan(line);
    return asGenerated != null ? Optional.of(asGenerated) : parseJson(line);
  }

  /** The same for any line, without the short cut for lines in the generator's form. */
  Optional<VoltageReading> parseJson(byte[] line) {
    JsonNode node;
    try {
      node = mapper.readTree(line);
    } catch (IOException | StackOverflowError unreadable) { // deeply nested, for the latter
      return Optional.empty();
    }
    if (!node.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        new VoltageReading(
            field(node, "sensor_id", VoltageReadingParser::toLong),
            field(node, "voltage", VoltageReadingParser::toDouble),
            field(node, "ts", VoltageReadingParser::toLong)));
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

  private static Long toLong(JsonNode node) {
    return node.canConvertToLong() ? node.asLong() : Long.parseLong(node.asText().trim());
  }

  private static Double toDouble(JsonNode node) {
    return node.isDouble() ? node.asDouble() : Double.parseDouble(node.asText().trim());
  }
}
