/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CoreOptions;

/**
 * The plan of a script by Trilink's planner, made in this process and without servers; for scripts
 * of SET, CREATE and INSERT.
 *
 * @param text the plans of the script's INSERTs, as EXPLAIN prints them
 */
public record ScriptPlan(String text) {

  /**
   * Plans a script.
   *
   * @throws CommandFailure if a statement, or an option, is wrong, or a statement cannot be planned
   */
  public static ScriptPlan of(SqlScript script, int parallelism) {
    ScriptSession session =
        new ScriptSession(
            Map.of(CoreOptions.DEFAULT_PARALLELISM.key(), String.valueOf(parallelism)));
    StringBuilder plans = new StringBuilder();
    session.run(script, query -> plans.append(session.tables().explainSql(query)));
    return new ScriptPlan(plans.toString());
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
