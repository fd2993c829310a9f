/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.trilink.planner.Trilink;

/**
 * A script's statements in this process, as in the SQL Client: SET, RESET, CREATE, DROP, ALTER,
 * USE, LOAD and UNLOAD are executed; what is done with INSERT and SELECT is up to the caller.
 */
public final class ScriptSession {

  private static final Pattern SET =
      Pattern.compile("SET\\s+'([^']*)'\\s*=\\s*'((?:[^']|'')*)'", Pattern.CASE_INSENSITIVE);
  private static final Pattern RESET =
      Pattern.compile("RESET(?:\\s+'([^']*)')?", Pattern.CASE_INSENSITIVE);

  private static final int SHOWN = 60;

  private final Map<String, String> defaults;
  private final TableEnvironment tables =
      TableEnvironment.create(EnvironmentSettings.inStreamingMode());

  /**
   * A new session with Trilink's planner.
   *
   * @param defaults its options before the first SET
   */
  public ScriptSession(Map<String, String> defaults) {
    this(Engine.TRILINK, defaults);
  }

  /** A new session with an engine's planner, and with options before the first SET. */
  ScriptSession(Engine engine, Map<String, String> defaults) {
    this.defaults = defaults;
    defaults.forEach(configuration()::setString);
    if (engine == Engine.TRILINK) {
      Trilink.install(tables);
    }
  }

  /** The session's tables and options. */
  public TableEnvironment tables() {
    return tables;
  }

  /**
   * Goes through a script.
   *
   * @param query gets each INSERT and SELECT, without the semicolon
   * @throws CommandFailure with the number and the beginning of the first statement that is wrong,
   *     or of which the query fails, and why
   */
  public void run(SqlScript script, Consumer<String> query) {
    int number = 0;
    for (String statement : script.statements()) {
      number++;
      try {
        execute(withoutEnd(statement), query);
      } catch (RuntimeException e) { // of Flink's planner and connectors
        throw new CommandFailure(
            "statement %d, %s: %s"
                .formatted(number, SqlScript.beginning(statement, SHOWN), message(e)),
            e);
      }
    }
  }

  /** Whether it is one of those that a script's session leaves to its caller. */
  static boolean isQuery(String statement) {
    return switch (SqlScript.firstWord(statement)) {
      case "INSERT", "SELECT", "WITH" -> true;
      default -> false;
    };
  }

  private void execute(String statement, Consumer<String> query) {
    if (isQuery(statement)) {
      query.accept(statement);
      return;
    }
    switch (SqlScript.firstWord(statement)) {
      case "SET" -> set(statement);
      case "RESET" -> reset(statement);
      case "CREATE", "DROP", "ALTER", "USE", "LOAD", "UNLOAD" -> tables.executeSql(statement);
      case "ADD", "REMOVE" ->
          throw new CommandFailure(
              "jars cannot be added here; put them into the folder of Trilink's own jars");
      case "BEGIN",
          "END",
          "SHOW",
          "DESCRIBE",
          "DESC",
          "EXPLAIN",
          "HELP",
          "CLEAR",
          "QUIT",
          "EXIT" -> {
        // nothing that advice depends on
      }
      default ->
          throw new CommandFailure(
              "it is none of SET, RESET, CREATE, DROP, ALTER, USE, LOAD, UNLOAD, INSERT and SELECT");
    }
  }

  private void set(String statement) {
    Matcher set = SET.matcher(statement);
    if (set.matches()) {
      configuration().setString(set.group(1), set.group(2).replace("''", "'"));
    } else if (!statement.strip().equalsIgnoreCase("SET")) { // which lists all options
      throw new CommandFailure("SET is written SET 'key' = 'value';");
    }
  }

  private void reset(String statement) {
    Matcher reset = RESET.matcher(statement.strip());
    if (!reset.matches()) {
      throw new CommandFailure("RESET is written RESET; or RESET 'key';");
    }
    List<String> keys =
        reset.group(1) == null
            ? List.copyOf(configuration().toMap().keySet())
            : List.of(reset.group(1));
    for (String key : keys) {
      configuration().removeConfig(ConfigOptions.key(key).stringType().noDefaultValue());
      if (defaults.containsKey(key)) {
        configuration().setString(key, defaults.get(key));
      }
    }
  }

  private Configuration configuration() {
    return tables.getConfig().getConfiguration();
  }

  private static String withoutEnd(String statement) {
    int end = statement.lastIndexOf(';');
    return end < 0 ? statement : statement.substring(0, end);
  }

  /** Flink says the reason in the innermost message, Trilink in the outermost. */
  private static String message(RuntimeException e) {
    String own = e.getMessage() == null ? e.toString() : e.getMessage();
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String reason = root.getMessage() == null ? root.toString() : root.getMessage();
    return own.contains(reason) || e.getClass().getName().startsWith("org.trilink")
        ? own
        : own + " (" + reason + ")";
  }
}
