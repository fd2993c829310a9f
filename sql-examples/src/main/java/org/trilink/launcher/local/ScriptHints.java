/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.HintOption;

/**
 * Puts hints into a script, each behind the SELECT from which the planner applies it to its
 * operator. Which SELECT that is, in the statement or in a view that it reads, is found by planning
 * the statement with the hint behind one after the other.
 */
public final class ScriptHints {

  /** Group 1: a SELECT that is no part of a text, a quoted name or a comment; 2: a parenthesis. */
  private static final Pattern SELECT =
      Pattern.compile(
          "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\\n]*|/\\*.*?\\*/"
              + "|(?<![\\w$])(SELECT)(?![\\w$])|([()])",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern BLANKS_BEFORE_LINE_END = Pattern.compile("^[ \\t]+(?=\\R)");
  private static final Pattern HINTS_BEHIND = Pattern.compile("\\s*/\\*\\+\\s*");

  /** Matches a TRILINK hint of another operator: there is one at most behind a SELECT. */
  private static final Pattern TRILINK_BEHIND =
      Pattern.compile(
          "\\s*/\\*\\+(?:(?!\\*/).)*\\bTRILINK\\b", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern VIEW =
      Pattern.compile(
          "CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:TEMPORARY\\s+)?VIEW\\b.*", Pattern.DOTALL);

  private static final Pattern REFUSAL = Pattern.compile(" refused: | has no effect here: ");

  private final UnaryOperator<SqlScript> asPlanned;
  private final Map<String, String> defaults;
  private String text;

  private ScriptHints(
      SqlScript script, UnaryOperator<SqlScript> asPlanned, Map<String, String> defaults) {
    this.text = script.withoutTrilinkHints().text();
    this.asPlanned = asPlanned;
    this.defaults = defaults;
  }

  /**
   * A hint for an operator.
   *
   * @param query which INSERT or SELECT of the script has the operator, from 0 on
   * @param operator for people
   * @param options by name; not empty
   * @param sql the hint in a comment
   */
  public record Wanted(int query, String operator, Map<String, String> options, String sql) {}

  /**
   * The script with these hints in the place of its own TRILINK hints.
   *
   * @param asPlanned makes of it the script that is planned, with the servers that there are
   * @param defaults the session's options before the first SET
   * @param wanted of each statement, those of operators next to the tables first
   * @throws CommandFailure if there is no SELECT from which the planner applies one of them
   */
  public static SqlScript apply(
      SqlScript script,
      UnaryOperator<SqlScript> asPlanned,
      Map<String, String> defaults,
      List<Wanted> wanted) {
    ScriptHints hints = new ScriptHints(script, asPlanned, defaults);
    wanted.forEach(hints::place);
    return new SqlScript(hints.text);
  }

  private void place(Wanted hint) {
    Plan before = plan(hint.query());
    String failure = "";
    for (int position : positions(hint.query())) {
      String earlier = text;
      text = withHint(position, hint.sql());
      Plan plan = plan(hint.query());
      if (plan.applies(hint, before)) {
        return;
      }
      text = earlier;
      failure = plan.failure().isEmpty() ? failure : plan.failure();
    }
    throw new CommandFailure(
        "no SELECT of the script has an effect on %s with %s%s; set %s instead"
            .formatted(
                hint.operator(),
                hint.sql(),
                failure.isEmpty() ? "" : " (behind one of them it is an error: " + failure + ")",
                String.join(
                    ", ",
                    hint.options().keySet().stream()
                        .map(HintOption.SESSION_PREFIX::concat)
                        .toList())));
  }

  private String withHint(int position, String sql) {
    Matcher others = HINTS_BEHIND.matcher(text).region(position, text.length());
    if (others.lookingAt()) {
      String inComment = sql.substring("/*+ ".length(), sql.length() - " */".length());
      return text.substring(0, others.end()) + inComment + ", " + text.substring(others.end());
    }
    String behind = BLANKS_BEFORE_LINE_END.matcher(text.substring(position)).replaceFirst("");
    return text.substring(0, position) + " " + sql + behind;
  }

  // ------------------------------------------------------------------------------------ plans

  private Plan plan(int query) {
    List<Plan> plans = new ArrayList<>();
    ScriptSession session = new ScriptSession(defaults);
    session.run(
        asPlanned.apply(new SqlScript(text)),
        sql -> plans.add(plans.size() == query ? Plan.of(session, sql) : Plan.NONE));
    return plans.get(query);
  }

  /**
   * A plan.
   *
   * @param text as EXPLAIN prints it; empty if the hint is an error where it is
   * @param failure why it is one; empty if it is none
   */
  private record Plan(String text, String failure) {

    private static final Plan NONE = new Plan("", "");

    static Plan of(ScriptSession session, String sql) {
      try {
        return new Plan(session.tables().explainSql(sql), "");
      } catch (ValidationException | TableException e) {
        return new Plan("", e.getMessage());
      }
    }

    boolean applies(Wanted hint, Plan before) {
      return REFUSAL.matcher(text).results().count()
              <= REFUSAL.matcher(before.text).results().count()
          && hint.options().entrySet().stream()
              .filter(option -> option.getKey().indexOf('.') < 0)
              .map(option -> option.getKey() + "=" + option.getValue() + " (query hint)")
              .allMatch(shown -> count(shown) > before.count(shown));
    }

    private long count(String shown) {
      return Pattern.compile(shown, Pattern.LITERAL).matcher(text).results().count();
    }
  }

  // ------------------------------------------------------------------------------ positions

  /**
   * Where hints of a statement can be: behind the SELECTs of views that come before it, and behind
   * its own, the innermost of a statement first.
   */
  private List<Integer> positions(int query) {
    List<Integer> positions = new ArrayList<>();
    int queries = 0;
    int end = 0;
    for (String statement : new SqlScript(text).statements()) {
      int start = text.indexOf(statement, end);
      end = start + statement.length();
      if (ScriptSession.isQuery(statement)) {
        if (queries++ == query) {
          positions.addAll(innermostFirst(start, end));
          break;
        }
      } else if (VIEW.matcher(statement.toUpperCase(Locale.ROOT)).matches()) {
        positions.addAll(innermostFirst(start, end));
      }
    }
    return positions;
  }

  private boolean hasHint(int position) {
    return TRILINK_BEHIND.matcher(text).region(position, text.length()).lookingAt();
  }

  private List<Integer> innermostFirst(int start, int end) {
    record Position(int offset, int depth) {}
    List<Position> positions = new ArrayList<>();
    int depth = 0;
    Matcher tokens = SELECT.matcher(text).region(start, end);
    while (tokens.find()) {
      if (tokens.group(1) != null && !hasHint(tokens.end())) {
        positions.add(new Position(tokens.end(), depth));
      } else if (tokens.group(2) != null) {
        depth += tokens.group(2).equals("(") ? 1 : -1;
      }
    }
    return positions.stream()
        .sorted(Comparator.comparingInt(Position::depth).reversed())
        .map(Position::offset)
        .toList();
  }
}
