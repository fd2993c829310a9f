/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.DeserializationFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.util.TimeUtils;
import org.trilink.runtime.secret.Secrets;

/**
 * A command to the monitor of a running job, as a JSON object with one of these:
 *
 * <pre>
 *   {"set": "least-count"}                        or auto, hash, modulo, weight
 *   {"monitor": "period", "interval": "5 min"}    or threshold, off
 *   {"monitor": "count", "records": 1000000}
 *   {"threshold": 0.6}
 *   {"sample-rate": 0.2}
 *   {"weights": [20, 50, 30]}
 *   {"freeze": true}                              or false
 *   {"sync-now": true}
 *   {"status": true}
 * </pre>
 *
 * <p>Anything else is refused, so that a typo does not apply half of what was meant.
 */
public final class MonitorCommand {

  /** The subject of a command: the name of its first field. */
  public enum Kind {
    SET,
    MONITOR,
    THRESHOLD,
    SAMPLE_RATE,
    WEIGHTS,
    FREEZE,
    SYNC_NOW,
    STATUS;

    /** As it is written in a command. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final String INTERVAL = "interval";
  private static final String RECORDS = "records";

  /**
   * The maximum length in characters, so that a command fits into a snapshot; weights of all
   * subtasks are the longest.
   */
  private static final int MAX_LENGTH = 1 << 14;

  /** 292 years: longer intervals overflow in Flink, too. */
  private static final Duration MAX_INTERVAL = Duration.ofNanos(Long.MAX_VALUE);

  /**
   * The maximum nesting: an object with an array. The parser is recursive and must not run out of
   * stack.
   */
  private static final int MAX_BRACKETS = 2;

  /** The maximum length of the part of a command that an error shows. */
  private static final int MAX_SHOWN = 40;

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Kind kind;
  private final ObjectNode fields;

  private MonitorCommand(Kind kind, ObjectNode fields) {
    this.kind = kind;
    this.fields = fields;
  }

  /** Whether it changes {@link MonitorSettings}. */
  boolean changesSettings() {
    switch (kind) {
      case MONITOR:
      case THRESHOLD:
      case SAMPLE_RATE:
      case WEIGHTS:
        return true;
      case SET:
      case FREEZE:
      case SYNC_NOW:
      case STATUS:
        return false;
    }
    throw new IllegalStateException("Unknown command " + kind + ".");
  }

  public Kind kind() {
    return kind;
  }

  /** The command as JSON, on one line. */
  @Override
  public String toString() {
    return fields.toString();
  }

  /** A copy. */
  public ObjectNode toNode() {
    return fields.deepCopy();
  }

  // ------------------------------------------------------------------------------------- reading

  /**
   * Reads a command.
   *
   * @param json null is no command
   * @throws IllegalArgumentException if it is not a command; the message says what is wrong, and
   *     what would be right
   */
  public static MonitorCommand parse(@Nullable String json) {
    ObjectNode fields = object(json);
    List<Kind> kinds =
        Arrays.stream(Kind.values())
            .filter(kind -> fields.has(kind.toString()))
            .collect(Collectors.toList());
    List<String> names = new ArrayList<>();
    fields.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      if (kinds.stream().noneMatch(kind -> kind.toString().equals(name))
          && !name.equals(INTERVAL)
          && !name.equals(RECORDS)) {
        throw new IllegalArgumentException(
            "Unknown command " + shown(name) + ". Commands are " + all(Kind.values()) + ".");
      }
    }
    if (kinds.size() != 1) {
      throw new IllegalArgumentException(
          kinds.isEmpty()
              ? "The JSON object has no command. Commands are " + all(Kind.values()) + "."
              : "The JSON object must have one command, but has "
                  + all(kinds.toArray())
                  + ". Send them one after another.");
    }
    MonitorCommand command = new MonitorCommand(kinds.get(0), fields);
    command.check();
    return command;
  }

  private static ObjectNode object(@Nullable String json) {
    JsonNode node = null;
    if (json != null && json.length() <= MAX_LENGTH && brackets(json) <= MAX_BRACKETS) {
      try {
        node = MAPPER.readTree(json);
      } catch (IOException e) {
        // reported below; the parser's message would quote text that may not belong in a log
      }
    }
    if (!(node instanceof ObjectNode)) {
      throw new IllegalArgumentException(
          "A command must be one JSON object of up to "
              + MAX_LENGTH
              + " characters without duplicate fields, such as {\"set\": \"least-count\"}, but this"
              + " is not one.");
    }
    return (ObjectNode) node;
  }

  private static long brackets(String json) {
    return json.chars().filter(character -> character == '{' || character == '[').count();
  }

  private void check() {
    TriggerKind trigger = kind == Kind.MONITOR ? trigger() : null;
    if (fields.has(INTERVAL) && trigger != TriggerKind.PERIOD) {
      throw new IllegalArgumentException(
          "'interval' has an effect only with \"monitor\": \"period\". Leave it out.");
    }
    if (fields.has(RECORDS) && trigger != TriggerKind.COUNT) {
      throw new IllegalArgumentException(
          "'records' has an effect only with \"monitor\": \"count\". Leave it out.");
    }
    if (changesSettings()) {
      // checked with an interval and a number of records, as the query may have them
      changed(MonitorSettings.DEFAULT.withInterval(Duration.ofMillis(1)).withRecords(1));
      return;
    }
    boolean value = kind == Kind.SET ? target() != null : truth();
    if (!value && kind != Kind.FREEZE) {
      throw wrong("true");
    }
  }

  // ------------------------------------------------------------------------------------ values

  /** The value of {@code SET}. */
  TargetStrategy target() {
    String name = text();
    if (name.equals(BalancePrediction.LEAST_KEY)) {
      throw new IllegalArgumentException(
          "'least-key' cannot be set while a job runs: the monitor does not know how many keys each"
              + " subtask has. Set 'least-count', which balances the number of records, or start"
              + " the job with 'partition'='least-key'.");
    }
    return named(name, TargetStrategy.values());
  }

  /** The value of {@code FREEZE}. */
  boolean freeze() {
    return truth();
  }

  /**
   * The settings, changed by {@code MONITOR}, {@code THRESHOLD}, {@code SAMPLE_RATE} or {@code
   * WEIGHTS}.
   *
   * @throws IllegalArgumentException if the settings are invalid
   */
  MonitorSettings changed(MonitorSettings settings) {
    switch (kind) {
      case MONITOR:
        MonitorSettings changed = settings;
        if (fields.has(INTERVAL)) {
          changed = changed.withInterval(interval());
        }
        if (fields.has(RECORDS)) {
          changed = changed.withRecords(records());
        }
        return changed.withTrigger(trigger());
      case THRESHOLD:
        return settings.withThreshold(number());
      case SAMPLE_RATE:
        return settings.withSampleRate(number());
      case WEIGHTS:
        return settings.withWeights(weights());
      case SET:
      case FREEZE:
      case SYNC_NOW:
      case STATUS:
        break;
    }
    throw new IllegalStateException("The command '" + kind + "' changes no settings.");
  }

  private TriggerKind trigger() {
    return named(text(), TriggerKind.values());
  }

  private Duration interval() {
    JsonNode value = fields.get(INTERVAL);
    if (value.isTextual()) {
      try {
        Duration duration = TimeUtils.parseDuration(value.textValue());
        if (duration.equals(Duration.ofMillis(duration.toMillis()))
            && duration.compareTo(MAX_INTERVAL) <= 0) {
          return duration;
        }
      } catch (IllegalArgumentException | ArithmeticException e) {
        // said below
      }
    }
    throw wrong(INTERVAL, "a duration in whole milliseconds, such as \"5 min\"");
  }

  private long records() {
    JsonNode value = fields.get(RECORDS);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong(RECORDS, "a whole number, such as 1000000");
    }
    return value.longValue();
  }

  private int[] weights() {
    JsonNode value = fields.get(kind.toString());
    boolean whole =
        value.isArray()
            && StreamSupport.stream(value.spliterator(), false)
                .allMatch(weight -> weight.isIntegralNumber() && weight.canConvertToInt());
    if (!whole) {
      throw wrong("an array of whole numbers, such as [20, 50, 30]");
    }
    return StreamSupport.stream(value.spliterator(), false).mapToInt(JsonNode::intValue).toArray();
  }

  private double number() {
    JsonNode value = fields.get(kind.toString());
    if (!value.isNumber()) {
      throw wrong("a number, such as 0.5");
    }
    return value.doubleValue();
  }

  private boolean truth() {
    JsonNode value = fields.get(kind.toString());
    if (!value.isBoolean()) {
      throw wrong("true or false");
    }
    return value.booleanValue();
  }

  private String text() {
    JsonNode value = fields.get(kind.toString());
    if (!value.isTextual()) {
      throw wrong("a string, such as \"" + (kind == Kind.SET ? "auto" : "threshold") + "\"");
    }
    return value.textValue();
  }

  private <T> T named(String name, T[] values) {
    return Arrays.stream(values)
        .filter(value -> value.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> wrong("one of " + all(values)));
  }

  // -------------------------------------------------------------------------------------- errors

  private IllegalArgumentException wrong(String allowed) {
    return wrong(kind.toString(), allowed);
  }

  private IllegalArgumentException wrong(String field, String allowed) {
    return new IllegalArgumentException(
        "'"
            + field
            + "' must be "
            + allowed
            + ", but is "
            + shown(fields.get(field).toString())
            + ".");
  }

  private static String all(Object[] values) {
    return Arrays.stream(values).map(value -> "'" + value + "'").collect(Collectors.joining(", "));
  }

  /** The text is chosen by the sender: it must not fill the log or start a new line in it. */
  private static String shown(String text) {
    String line = Secrets.mask(text).replaceAll("\\p{C}", "?");
    return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
  }
}
