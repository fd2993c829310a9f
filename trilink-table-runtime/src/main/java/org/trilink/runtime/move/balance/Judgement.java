/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The balance at one point in time, and the decision that was made. */
public final class Judgement {

  private final long time;
  private final Balance now;
  private final double bestDegree;
  private final double heaviestShare;
  private final Map<String, Balance> strategies;
  private final MoveVerdict verdict;
  private final int moves;
  private final Balance after;
  private final String reason;

  private Judgement(
      long time,
      Balance now,
      double bestDegree,
      double heaviestShare,
      Map<String, Balance> strategies,
      MoveVerdict verdict,
      int moves,
      Balance after,
      String reason) {
    this.time = time;
    this.now = now;
    this.bestDegree = bestDegree;
    this.heaviestShare = heaviestShare;
    this.strategies = strategies;
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
        prediction.bestDegree(),
        prediction.heaviestShare(),
        prediction.strategies(),
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

  // ---------------------------------------------------------------------------------- snapshots

  void write(DataOutputView out) throws IOException {
    out.writeLong(time);
    now.write(out);
    out.writeFloat((float) bestDegree);
    out.writeFloat((float) heaviestShare);
    out.writeByte(strategies.size());
    for (Map.Entry<String, Balance> strategy : strategies.entrySet()) {
      out.writeUTF(strategy.getKey());
      strategy.getValue().write(out);
    }
    out.writeUTF(verdict.name());
    out.writeInt(moves);
    after.write(out);
    out.writeUTF(reason);
  }

  static Judgement read(DataInputView in) throws IOException {
    long time = in.readLong();
    Balance now = Balance.read(in);
    double bestDegree = in.readFloat();
    double heaviestShare = in.readFloat();
    Map<String, Balance> strategies = new LinkedHashMap<>();
    for (int size = in.readByte(); size > 0; size--) {
      strategies.put(in.readUTF(), Balance.read(in));
    }
    MoveVerdict verdict = MoveVerdict.valueOf(in.readUTF());
    int moves = in.readInt();
    Balance after = Balance.read(in);
    return new Judgement(
        time, now, bestDegree, heaviestShare, strategies, verdict, moves, after, in.readUTF());
  }
}
