/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.trilink.planner.Trilink;

/**
 * The plan of a script by Trilink's planner, made in this process and without servers; for scripts
 * of SET, CREATE and INSERT.
 *
 * @param text the plans of the script's INSERTs, as EXPLAIN prints them
 */
public record ScriptPlan(String text) {

  private static final Pattern SET = Pattern.compile("SET '(.*)' = '(.*)';");

  /**
   * Plans a script.
   *
   * @throws org.apache.flink.table.api.ValidationException if a statement, or an option, is wrong
   * @throws org.apache.flink.table.api.TableException if a statement cannot be planned
   */
  public static ScriptPlan of(SqlScript script, int parallelism) {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    Configuration configuration = tables.getConfig().getConfiguration();
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    Trilink.install(tables);
    StringBuilder plans = new StringBuilder();
    for (String statement : script.statements()) {
      Matcher set = SET.matcher(statement);
      if (set.matches()) {
        configuration.setString(set.group(1), set.group(2));
      } else if (SqlScript.firstWord(statement).equals("CREATE")) {
        tables.executeSql(withoutEnd(statement));
      } else if (SqlScript.firstWord(statement).equals("INSERT")) {
        plans.append(tables.explainSql(withoutEnd(statement)));
      }
    }
    return new ScriptPlan(plans.toString());
  }

  private static String withoutEnd(String statement) {
    return statement.substring(0, statement.lastIndexOf(';'));
  }

  /**
   * Why the planner refuses a session's option; empty if it applies the option anywhere, or never
   * refuses it.
   */
  public Optional<String> refusal(String option, String value) {
    String said = option + "=" + value;
    Matcher refused =
        Pattern.compile(Pattern.quote(said) + " refused: (.*)\\]\\)$", Pattern.MULTILINE)
            .matcher(text);
    return text.contains(said + " (session)") || !refused.find()
        ? Optional.empty()
        : Optional.of(refused.group(1));
  }
}
