/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A script for the SQL Client.
 *
 * @param text statements, each ending with a semicolon at a line's end
 */
public record SqlScript(String text) {

  /** Where the scripts expect Kafka. */
  public static final String DEFAULT_BROKER = "127.0.0.1:9092";

  /** Where the scripts expect Redis. */
  public static final String DEFAULT_REDIS = "127.0.0.1:6379";

  private static final Pattern HINT_COMMENT = Pattern.compile("/\\*\\+(.*?)\\*/", Pattern.DOTALL);

  /** Group 1: a string literal, in which the word means nothing. */
  private static final Pattern TRILINK_HINT =
      Pattern.compile(
          "('[^']*')|,?\\s*\\bTRILINK\\b\\s*(?:\\((?:[^()']|'[^']*')*\\))?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern EMPTY_HINT =
      Pattern.compile("\\bTRILINK\\s*\\(\\)", Pattern.CASE_INSENSITIVE);

  /** Group 1: the option's name. */
  private static final Pattern HINT_OPTION = Pattern.compile("'([^']*)'\\s*=\\s*'(?:[^']|'')*'");

  /** The options of a Kafka table that say what its record key is, each on a line of its own. */
  private static final Pattern RECORD_KEY =
      Pattern.compile("(?m)^ *'key\\.(?:format|fields)' = '[^']*',\n");

  private static final Pattern LINE_COMMENT = Pattern.compile("--.*$");

  /** Reads a file. */
  public static SqlScript read(Path file) {
    try {
      return new SqlScript(Files.readString(file));
    } catch (IOException e) {
      throw new CommandFailure("cannot read the script " + file, e);
    }
  }

  /** Returns this script with Kafka at another address. */
  public SqlScript withBroker(String address) {
    return withServer("broker", DEFAULT_BROKER, address);
  }

  /** Returns this script with Redis at another address. */
  public SqlScript withRedis(String address) {
    return withServer("Redis", DEFAULT_REDIS, address);
  }

  private SqlScript withServer(String server, String expected, String address) {
    if (!text.contains(expected)) {
      throw new CommandFailure("the script names no " + server + " at " + expected);
    }
    return new SqlScript(text.replace(expected, address));
  }

  /** Returns this script for a session in which a key is set. */
  public SqlScript withSetting(String key, String value) {
    return new SqlScript("SET '%s' = '%s';\n%s".formatted(key, value.replace("'", "''"), text));
  }

  /**
   * Returns this script with further options for the table of a Kafka topic.
   *
   * @throws CommandFailure if no table has that topic
   */
  public SqlScript withTopicOptions(String topic, Map<String, String> options) {
    String line = "'topic' = '%s',".formatted(topic);
    if (!text.contains(line)) {
      throw new CommandFailure("the script has no table with the line " + line);
    }
    String lines =
        options.entrySet().stream()
            .map(option -> "\n  '%s' = '%s',".formatted(option.getKey(), option.getValue()))
            .collect(Collectors.joining());
    return new SqlScript(text.replace(line, line + lines));
  }

  /** The consumer group of the table of a Kafka topic; empty if it has none. */
  public Optional<String> consumerGroup(String topic) {
    Matcher group =
        Pattern.compile(
                "'topic' = '%s'[^;]*?'properties\\.group\\.id' = '([^']+)'"
                    .formatted(Pattern.quote(topic)))
            .matcher(text);
    return group.find() ? Optional.of(group.group(1)) : Optional.empty();
  }

  /** Whether a table has a record key. */
  public boolean hasRecordKey() {
    return RECORD_KEY.matcher(text).find();
  }

  /** Returns this script with no table having a record key, which takes time to read. */
  public SqlScript withoutRecordKeys() {
    return new SqlScript(RECORD_KEY.matcher(text).replaceAll(""));
  }

  /** Returns this script without TRILINK hints, for a planner that does not know them. */
  public SqlScript withoutTrilinkHints() {
    return new SqlScript(
        HINT_COMMENT
            .matcher(text)
            .replaceAll(hint -> Matcher.quoteReplacement(withoutTrilink(hint.group(1)))));
  }

  private static String withoutTrilink(String hints) {
    String others =
        TRILINK_HINT
            .matcher(hints)
            .replaceAll(
                found -> found.group(1) == null ? "" : Matcher.quoteReplacement(found.group(1)))
            .strip()
            .replaceFirst("^,\\s*", "");
    return others.isEmpty() ? "" : "/*+ " + others + " */";
  }

  /**
   * Returns this script without some options of its TRILINK hints, so that the session decides on
   * them.
   *
   * @param names matches their names
   */
  public SqlScript withoutHintOptions(Pattern names) {
    return new SqlScript(
        HINT_COMMENT
            .matcher(text)
            .replaceAll(hint -> Matcher.quoteReplacement(withoutOptions(hint.group(1), names))));
  }

  /** A comment with these hints; a TRILINK hint without options is dropped. */
  private static String withoutOptions(String hints, Pattern names) {
    String left =
        TRILINK_HINT
            .matcher(hints)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1) == null
                            ? withOptions(found.group(), names.asMatchPredicate().negate())
                            : found.group(1)));
    return EMPTY_HINT.matcher(left).find() ? withoutTrilink(left) : "/*+" + left + "*/";
  }

  private static String withOptions(String hint, Predicate<String> names) {
    int open = hint.indexOf('(');
    return open < 0
        ? hint
        : hint.substring(0, open + 1)
            + HINT_OPTION
                .matcher(hint)
                .results()
                .filter(option -> names.test(option.group(1)))
                .map(MatchResult::group)
                .collect(Collectors.joining(", "))
            + ")";
  }

  static String firstWord(String statement) {
    return statement.split("\\s+", 2)[0].toUpperCase(java.util.Locale.ROOT);
  }

  /**
   * The beginning of a statement in one line, without comments.
   *
   * @param length how many characters at most, before an ellipsis
   */
  public static String beginning(String statement, int length) {
    String line = statement.replaceAll("--[^\\n]*", "").replaceAll("\\s+", " ").strip();
    return line.length() <= length ? line : line.substring(0, length) + " ...";
  }

  /**
   * Takes the script apart as the client does, and drops comments before a statement.
   *
   * @return statements, each with its semicolon
   */
  public List<String> statements() {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      String code = LINE_COMMENT.matcher(line).replaceFirst("").strip();
      if (statement.isEmpty() && code.isEmpty()) {
        continue;
      }
      statement.append(line).append('\n');
      if (code.endsWith(";")) {
        statements.add(statement.toString().strip());
        statement.setLength(0);
      }
    }
    return statements;
  }
}
