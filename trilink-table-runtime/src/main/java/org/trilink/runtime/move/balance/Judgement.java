/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;

/** The balance at one point in time, and the decision that was made. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class Judgement {

  private final long time;
  private final Balance now;

  @JsonProperty("predictions")
  private final Map<String, Balance> strategies;

  private final double bestDegree;
  private final double heaviestShare;
  private final MoveVerdict verdict;
  private final int moves;
  private final Balance after;
  private final String reason;

  @JsonCreator
  private Judgement(
      @JsonProperty("time") long time,
      @JsonProperty("now") Balance now,
      @JsonProperty("predictions") Map<String, Balance> strategies,
      @JsonProperty("bestDegree") double bestDegree,
      @JsonProperty("heaviestShare") double heaviestShare,
      @JsonProperty("verdict") MoveVerdict verdict,
      @JsonProperty("moves") int moves,
      @JsonProperty("after") Balance after,
      @JsonProperty("reason") String reason) {
    this.time = time;
    this.now = now;
    this.strategies = strategies;
    this.bestDegree = bestDegree;
    this.heaviestShare = heaviestShare;
    this.verdict = verdict;
    this.moves = moves;
    this.after = after;
    this.reason = reason;
  }

  /**
   * A judgement.
   *
   * @param time in ms since 1970
   */
  public static Judgement of(long time, BalancePrediction prediction, MoveJudgement decision) {
    return new Judgement(
        time,
        prediction.now(),
        prediction.strategies(),
        prediction.bestDegree(),
        prediction.heaviestShare(),
        decision.verdict(),
        decision.moves().size(),
        decision.after(),
        decision.reason());
  }

  /** In ms since 1970. */
  public long time() {
    return time;
  }

  public Balance now() {
    return now;
  }

  /** The balance degree that no placement exceeds. */
  public double bestDegree() {
    return bestDegree;
  }

  /** The heaviest key's share of all records. */
  public double heaviestShare() {
    return heaviestShare;
  }

  /** The predicted balance of each strategy. */
  public Map<String, Balance> strategies() {
    return strategies;
  }

  public MoveVerdict verdict() {
    return verdict;
  }

  /** Keys to be moved. */
  public int moves() {
    return moves;
  }

  /** The balance expected after the moves. */
  public Balance after() {
    return after;
  }

  public String reason() {
    return reason;
  }

  /** A one-line description. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    line.append(Instant.ofEpochMilli(time)).append("  ").append(now);
    line.append("  ").append(reason).append(". Predicted:");
    strategies.forEach(
        (strategy, balance) ->
            line.append(' ').append(strategy).append(' ').append(balance).append(','));
    line.append(String.format(Locale.ROOT, " at best %.2f", bestDegree));
    return line.toString();
  }
}
