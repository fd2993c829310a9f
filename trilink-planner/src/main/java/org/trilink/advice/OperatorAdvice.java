/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.annotation.PublicEvolving;
import org.trilink.advice.operator.ObservedOperator;
import org.trilink.advice.operator.OperatorFacts;
import org.trilink.advice.operator.Recommendation;

/** The advice on a keyed operator, and the grounds for it. Immutable. */
@PublicEvolving
public final class OperatorAdvice {

  private final ObservedOperator operator;
  @Nullable private final OperatorFacts facts;
  @Nullable private final Recommendation recommendation;

  private OperatorAdvice(
      ObservedOperator operator,
      @Nullable OperatorFacts facts,
      @Nullable Recommendation recommendation) {
    this.operator = operator;
    this.facts = facts;
    this.recommendation = recommendation;
  }

  static OperatorAdvice of(OperatorFacts facts, Recommendation recommendation) {
    return new OperatorAdvice(facts.operator(), facts, recommendation);
  }

  /** Creates the advice on an operator whose input cannot be sampled. */
  static OperatorAdvice withoutSample(ObservedOperator operator) {
    return new OperatorAdvice(operator, null, null);
  }

  /** The operator, its keys, windows and tables. */
  public String title() {
    return operator.title();
  }

  /** Why there is no advice; empty if there is. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(operator.obstacle());
  }

  /** The recommended options by name; none if nothing is recommended. */
  public Map<String, String> options() {
    return recommendation == null
        ? Collections.emptyMap()
        : Collections.unmodifiableMap(recommendation.options());
  }

  /** The recommended hint in SQL; empty if nothing is recommended. */
  public String hint() {
    return recommendation == null ? "" : recommendation.sql();
  }

  /** The reasons against options that are not recommended, by {@code option=value}. */
  public Map<String, String> declined() {
    Map<String, String> declined = new LinkedHashMap<>();
    if (recommendation != null) {
      recommendation
          .declined()
          .forEach(each -> declined.put(each.option() + "=" + each.value(), each.reason()));
    }
    return declined;
  }

  /** Further advice, on what a hint alone does not do. */
  public List<String> further() {
    return recommendation == null ? Collections.emptyList() : recommendation.further();
  }

  /** The facts that the sample shows; null if there is no sample. */
  @Nullable
  OperatorFacts facts() {
    return facts;
  }

  /** The recommendation for the operator; null if there is no sample. */
  @Nullable
  Recommendation recommendation() {
    return recommendation;
  }

  /** The table of facts, the hint and its reasons. */
  @Override
  public String toString() {
    return AdviceText.of(this);
  }
}
