/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Map;
import java.util.function.Consumer;
import org.trilink.advice.Advice;
import org.trilink.advice.AdviceSettings;
import org.trilink.advice.Advisor;

/**
 * Advice on a script's statements. They are executed in this process, as the SQL Client would: SET,
 * RESET, CREATE, DROP, ALTER, USE, LOAD and UNLOAD; INSERT and SELECT are advised on and not run.
 */
public final class ScriptAdvice {

  private ScriptAdvice() {}

  /**
   * Goes through a script.
   *
   * @param defaults the session's options before its first SET
   * @param advised gets the advice on each INSERT and SELECT at once, as it may take a while
   * @throws CommandFailure with the number and the beginning of the first statement that is wrong,
   *     or cannot be sampled, and why
   */
  public static void of(
      SqlScript script,
      AdviceSettings settings,
      Map<String, String> defaults,
      Consumer<Advice> advised) {
    ScriptSession session = new ScriptSession(defaults);
    Advisor advisor = new Advisor(session.tables(), settings);
    session.run(script, query -> advised.accept(advisor.advise(query)));
  }
}
