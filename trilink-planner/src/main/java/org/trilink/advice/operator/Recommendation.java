/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.trilink.planner.hint.AdvisedOptions;
import org.trilink.planner.hint.TrilinkOptions;

/** A hint, with a reason for each option, and what it leaves out. */
public final class Recommendation {

  private final List<Choice> hint = new ArrayList<>();
  private final List<Choice> declined = new ArrayList<>();
  private final List<String> further = new ArrayList<>();

  /** An option with its value, chosen or not, and why. */
  public static final class Choice {

    private final String subject;
    private final String option;
    private final String value;
    private final String reason;

    private Choice(String subject, String option, String value, String reason) {
      this.subject = subject;
      this.option = option;
      this.value = value;
      this.reason = reason;
    }

    public String option() {
      return option;
    }

    public String value() {
      return value;
    }

    public String reason() {
      return reason;
    }

    /** As it is written in a hint. */
    @Override
    public String toString() {
      return "'" + option + "'='" + value.replace("'", "''") + "'";
    }
  }

  /** Chooses an option by itself. */
  void choose(String option, String value, String reason) {
    chooseWith(option, option, value, reason);
  }

  /**
   * Chooses an option that is of use with another one only.
   *
   * @param subject the other one
   */
  void chooseWith(String subject, String option, String value, String reason) {
    hint.add(new Choice(subject, option, value, reason));
  }

  void decline(String option, String value, String reason) {
    declined.add(new Choice(option, option, value, reason));
  }

  /** Adds something that a hint alone does not do. */
  void addFurther(String text) {
    further.add(text);
  }

  /**
   * Takes an option back that the planner refuses, with those that belong to it.
   *
   * @param subject such as {@code exchange}
   */
  public void takeBack(String subject, String reason) {
    List<Choice> refused =
        hint.stream().filter(choice -> choice.subject.equals(subject)).collect(Collectors.toList());
    hint.removeAll(refused);
    Choice first = refused.get(0);
    decline(first.option, first.value, "the planner refuses it: " + reason);
  }

  /** The chosen options that others belong to, or that are by themselves. */
  public List<String> subjects() {
    return hint.stream().map(choice -> choice.subject).distinct().collect(Collectors.toList());
  }

  /** The options that are chosen or declined, each with its reason, as the planner takes them. */
  AdvisedOptions advised() {
    AdvisedOptions.Builder advised = new AdvisedOptions.Builder();
    for (Choice choice : hint) {
      advised.choose(choice.subject, choice.option, choice.value, choice.reason);
    }
    for (Choice choice : declined) {
      advised.decline(choice.option, whyNot(choice));
    }
    return advised.build();
  }

  /** The reason against a value; names that of an exchange or placement, as there are several. */
  private static String whyNot(Choice declined) {
    return declined.option.equals(TrilinkOptions.WATERMARK.name())
        ? declined.reason
        : declined.value + ": " + declined.reason;
  }

  /** The chosen options; none if nothing is recommended. */
  public List<Choice> hint() {
    return Collections.unmodifiableList(hint);
  }

  /** By name. */
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    hint.forEach(choice -> options.put(choice.option, choice.value));
    return options;
  }

  /** The hint in SQL; empty if nothing is recommended. */
  public String sql() {
    return hint.isEmpty()
        ? ""
        : hint.stream()
            .map(Choice::toString)
            .collect(Collectors.joining(", ", "/*+ TRILINK(", ") */"));
  }

  public List<Choice> declined() {
    return Collections.unmodifiableList(declined);
  }

  public List<String> further() {
    return Collections.unmodifiableList(further);
  }
}
