/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.List;
import java.util.stream.Collectors;
import org.trilink.advice.measure.BalanceForecast;
import org.trilink.planner.hint.ExchangeStrategy;

/** Says which placement of keys would even out the load. */
final class PlacementRecommender {

  /** Load is even if no subtask has less than this part of another's. */
  private static final double EVEN = 0.9;

  /** A placement must be better by so much. */
  private static final double GAIN = 0.1;

  /**
   * The difference of balance degrees up to which two placements are about as even; of two such,
   * the one that needs no coordinator is better.
   */
  private static final double ABOUT_EQUAL = 0.02;

  private static final String PARTITION = "partition";

  private final OperatorFacts facts;
  private final Recommendation result;

  PlacementRecommender(OperatorFacts facts, Recommendation result) {
    this.facts = facts;
    this.result = result;
  }

  void partition(ExchangeStrategy exchange) {
    if (facts.parallelism() == 1) {
      return;
    }
    boolean merges = exchange == ExchangeStrategy.LOCAL_MERGE && !facts.merges().isEmpty();
    List<BalanceForecast> ofJob =
        (merges ? facts.forecastsOfRows() : facts.forecasts())
            .stream()
                .filter(forecast -> forecast.parallelism() == facts.parallelism())
                .collect(Collectors.toList());
    BalanceForecast stock = ofJob.get(0);
    double most = ofJob.stream().mapToDouble(BalanceForecast::degree).max().getAsDouble();
    BalanceForecast best =
        ofJob.stream()
            .filter(forecast -> forecast.degree() >= most - ABOUT_EQUAL)
            .findFirst()
            .get();
    String degrees =
        String.format(
            "the least loaded subtask has %s of the most loaded one's load by Flink's hash, %s by %s",
            Texts.decimal(stock.degree()), Texts.decimal(best.degree()), best.strategy());
    if (stock.degree() >= EVEN || best.degree() - stock.degree() < GAIN) {
      result.decline(
          PARTITION,
          best == stock ? "least-key" : best.strategy(),
          best == stock
              ? String.format(
                  "no placement is more even than Flink's hash (%s)", Texts.decimal(stock.degree()))
              : degrees + ": little would be gained");
    } else {
      result.choose(PARTITION, best.strategy(), degrees);
    }
    if (facts.frequencies().heaviestShare() > 1.0 / facts.parallelism() && !merges) {
      result.addFurther(
          String.format(
              "One key (%s) has %s of the records, more than a subtask's fair share of %s: no"
                  + " placement can even that out, but a local merge can.",
              facts.key(facts.frequencies().heaviestKey()),
              Texts.percent(facts.frequencies().heaviestShare()),
              Texts.percent(1.0 / facts.parallelism())));
    }
  }
}
