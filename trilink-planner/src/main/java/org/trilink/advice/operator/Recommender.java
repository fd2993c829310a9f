/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import org.trilink.planner.hint.ResolvedOptions;

/** Decides, by an operator's facts, which hint pays and which does not. */
public final class Recommender {

  private Recommender() {}

  /** Recommends a hint, by the facts, for an operator of which nothing is given. */
  public static Recommendation recommend(OperatorFacts facts) {
    return recommend(facts, GivenOptions.NOTHING);
  }

  /**
   * Recommends a hint, by the facts, for an operator with the options that are given for it.
   *
   * @param options without advice: what is set is not recommended again, and goes together with
   *     what is
   */
  static Recommendation recommend(OperatorFacts facts, ResolvedOptions options) {
    return recommend(facts, new GivenOptions(options));
  }

  private static Recommendation recommend(OperatorFacts facts, GivenOptions given) {
    Recommendation result = new Recommendation();
    WatermarkRecommender watermark = new WatermarkRecommender(facts, given, result);
    watermark.watermark();
    ExchangeRecommender exchange = new ExchangeRecommender(facts, given, result);
    boolean keysStay = exchange.exchange();
    if (!keysStay) {
      new PlacementRecommender(facts, result).partition(exchange.inForce());
    }
    new OrderAdvice(facts, given, result).ofOnePartition(keysStay);
    watermark.keysPerGroup(exchange.inForce());
    return result;
  }
}
