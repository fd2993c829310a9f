/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.apache.flink.table.planner.utils.InternalConfigOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.planner.flink.FlinkSettings;

/**
 * Warns the user who submits a statement about hints that do not do all that is expected of them:
 * in the log, and in the SQL Client on the screen. For EXPLAIN nothing is reported here, as the
 * plan shows it.
 */
public final class HintWarnings {

  private static final Logger LOG = LoggerFactory.getLogger(HintWarnings.class);

  /** Belong to the SQL Client's launcher, and live as long as its process. */
  private static final List<Consumer<String>> LISTENERS = new CopyOnWriteArrayList<>();

  /**
   * The subjects on which warnings were told for the latest statement of each session. An entry
   * belongs to the session and is gone with it.
   */
  @GuardedBy("itself")
  private static final Map<TableConfig, Told> TOLD = new WeakHashMap<>();

  private HintWarnings() {}

  /** Adds a listener that gets one line of text for each warning, besides the one in the log. */
  public static void addListener(Consumer<String> listener) {
    LISTENERS.add(listener);
  }

  /** Reports a refused hint, once for each statement. */
  static void refused(String refusal, TableConfig session) {
    tell(
        refusal,
        refusal + ". That part of the statement runs as in stock Flink; EXPLAIN shows the plan.",
        session);
  }

  /**
   * Reports something while a statement is translated.
   *
   * @param subject for each statement, the first text on it is reported
   */
  public static void tell(String subject, String text, TableConfig session) {
    if (isExplained() || !isNew(subject, session)) {
      return;
    }
    String line = "TRILINK hint: " + text;
    LOG.warn("{}", line);
    LISTENERS.forEach(listener -> listener.accept(line));
  }

  /** Flink translates a plan to explain it, too, and does not pass on the purpose. */
  private static boolean isExplained() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      if (frame.getMethodName().startsWith("explain")
          && frame.getClassName().equals(StreamPlanner.class.getName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNew(String subject, TableConfig session) {
    Long statement =
        FlinkSettings.of(session).get(InternalConfigOptions.TABLE_QUERY_START_EPOCH_TIME);
    synchronized (TOLD) {
      Told told = TOLD.get(session);
      if (told == null || !Objects.equals(told.statement, statement)) {
        told = new Told(statement);
        TOLD.put(session, told);
      }
      return told.subjects.add(subject);
    }
  }

  private static final class Told {

    /** When Flink began to plan it, in ms since 1970. */
    @Nullable final Long statement;

    final Set<String> subjects = new HashSet<>();

    Told(@Nullable Long statement) {
      this.statement = statement;
    }
  }
}
