/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CoreOptions;

/**
 * The plan of a script, made in this process and without servers; for scripts of SET, CREATE and
 * INSERT.
 *
 * @param text the plans of the script's INSERTs, as EXPLAIN prints them
 */
public record ScriptPlan(String text) {

  /**
   * Plans a script by Trilink's planner.
   *
   * @throws CommandFailure if a statement, or an option, is wrong, or a statement cannot be planned
   */
  public static ScriptPlan of(SqlScript script, int parallelism) {
    return of(Engine.TRILINK, script, parallelism, Map.of());
  }

  /**
   * Plans a script as a SQL Client does that is told of no cluster, but of checkpoints.
   *
   * @throws CommandFailure if a statement, or an option, is wrong, or a statement cannot be planned
   */
  public static ScriptPlan byClient(Engine engine, SqlScript script) {
    return of(
        engine,
        script,
        1,
        Map.of("execution.checkpointing.interval", FlinkConfiguration.CHECKPOINT_INTERVAL));
  }

  private static ScriptPlan of(
      Engine engine, SqlScript script, int parallelism, Map<String, String> options) {
    Map<String, String> all = new HashMap<>(options);
    all.put(CoreOptions.DEFAULT_PARALLELISM.key(), String.valueOf(parallelism));
    ScriptSession session = new ScriptSession(engine, all);
    List<String> plans = new ArrayList<>();
    session.run(script, query -> plans.add(session.tables().explainSql(query).strip()));
    return new ScriptPlan(String.join("\n\n", plans));
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
