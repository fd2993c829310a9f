/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Decides which keys to move: the fewest that make the load even enough. No keys are moved if that
 * would gain little, if it is too early, or if the placement is not the cause. If a strategy was
 * set that depends on the key alone, it moves the heavy keys that are not where the strategy places
 * them.
 *
 * <p>To keep keys from moving back and forth, moves continue past the threshold at which they
 * start, over several Syncs if need be, must gain a minimum, are made one Sync at a time with a
 * pause in between, and do not return a key to a subtask that it left recently.
 *
 * <p>Times are in ms.
 */
public final class MoveDecision {

  /** Practically no limit, on keys or bytes. */
  private static final int MANY = Integer.MAX_VALUE;

  private static final long TOO_MANY = MANY + 1L;

  /**
   * With this many records, chance alone makes the balance degree of 60 evenly loaded subtasks look
   * like 0.8.
   */
  private static final int RECORDS_PER_SUBTASK = 400;

  /** The target is limited to this fraction of the best degree of any placement. */
  private static final double NEAR_BEST = 0.95;

  private final StateSizes sizes;
  private final RecentMoves recentMoves;

  private BalanceSettings settings;

  /** No keys are moved before this time. */
  private long settled = Long.MIN_VALUE;

  /** Creates decisions that remember recent moves. */
  public MoveDecision(BalanceSettings settings, StateSizes sizes) {
    this.settings = settings;
    this.sizes = sizes;
    recentMoves = new RecentMoves(settings.graceTime());
  }

  /** Changes the threshold. */
  void setThreshold(double threshold) {
    settings = settings.withThreshold(threshold);
  }

  // --------------------------------------------------------------------------------- even loads

  /**
   * Makes a decision. It has no effect on later ones before it is {@link #done}.
   *
   * @param goOn whether earlier moves have not reached their goal, so that it is to be reached even
   *     above the threshold
   */
  public MoveJudgement decide(
      LoadSnapshot loads, BalancePrediction prediction, boolean goOn, long now) {
    MoveJudgement tooEarly = tooEarly(loads, prediction.now(), goOn, now);
    return tooEarly == null ? evenLoads(loads, prediction, settings, now) : tooEarly;
  }

  /** Decides without regard to the threshold and to the time since the last Sync. */
  public MoveJudgement decideNow(LoadSnapshot loads, BalancePrediction prediction, long now) {
    return hasTooFewRecords(loads)
        ? tooFewRecords(prediction.now())
        : evenLoads(loads, prediction, settings.withThreshold(1), now);
  }

  private MoveJudgement evenLoads(
      LoadSnapshot loads, BalancePrediction prediction, BalanceSettings bounds, long now) {
    Balance balance = prediction.now();
    recentMoves.forgetOld(now);
    double reachable = NEAR_BEST * prediction.bestDegree();
    boolean beyondPlacement = prediction.bestDegree() < bounds.target();
    double degree = beyondPlacement && reachable > 0 ? reachable : bounds.target();
    MovePlan plan = new MovePlan(loads, recentMoves, sizes).upTo(degree, bounds);
    if (plan.isPart() && !plan.moves().isEmpty()) {
      MovePlan whole = inSeveralSyncs(loads).upTo(degree, bounds.withCaps(MANY, MANY));
      if (whole.gains(bounds.minimumGain())) {
        return moves(plan.moves(), balance, plan.balance(), ", as many as one Sync may move,");
      }
    }
    return plan.gains(bounds.minimumGain())
        ? moves(plan.moves(), balance, plan.balance(), "")
        : noMoves(plan, prediction, bounds);
  }

  /** A plan over several Syncs. A key with more state than one Sync may move is still not moved. */
  private MovePlan inSeveralSyncs(LoadSnapshot loads) {
    long most = settings.maxBytes();
    return new MovePlan(loads, recentMoves, key -> sizes.bytes(key) > most ? TOO_MANY : 0);
  }

  private static MoveJudgement moves(
      List<KeyMove> moves, Balance before, Balance after, String where) {
    String reason =
        String.format(
            Locale.ROOT,
            "moving %d key(s)%s changes the balance from %s to %s",
            moves.size(),
            where,
            before,
            after);
    return new MoveJudgement(MoveVerdict.MOVE, reason, moves, after);
  }

  private static MoveJudgement noMoves(
      MovePlan plan, BalancePrediction prediction, BalanceSettings bounds) {
    Balance now = prediction.now();
    String advice = prediction.advice();
    if (advice != null && prediction.bestDegree() < bounds.threshold()) {
      return MoveJudgement.none(MoveVerdict.KEY_ABOVE_FAIR_SHARE, now, "%s", advice);
    }
    if (plan.moves().isEmpty()) {
      return MoveJudgement.none(
          MoveVerdict.NO_KEY_TO_MOVE,
          now,
          "no key to move: the known keys have too few or too many records to improve the balance,"
              + " or were moved recently");
    }
    return MoveJudgement.none(
        MoveVerdict.GAIN_TOO_SMALL,
        now,
        "gain too small: moving %d key(s) would change the balance to %s, but the gain must be at"
            + " least %.2f",
        plan.moves().size(),
        plan.balance(),
        bounds.minimumGain());
  }

  // ---------------------------------------------------------------------------------- too early

  static boolean hasTooFewRecords(LoadSnapshot loads) {
    return loads.subtasks().fairShare() < RECORDS_PER_SUBTASK;
  }

  private static MoveJudgement tooFewRecords(Balance balance) {
    return MoveJudgement.none(
        MoveVerdict.TOO_FEW_RECORDS,
        balance,
        "too few records: at least %d per subtask are needed to tell skew from chance",
        RECORDS_PER_SUBTASK);
  }

  @Nullable
  private MoveJudgement tooEarly(LoadSnapshot loads, Balance balance, boolean goOn, long now) {
    if (hasTooFewRecords(loads)) {
      return tooFewRecords(balance);
    }
    if (goOn && !isSettling(now) && balance.degree() >= settings.target()) {
      return MoveJudgement.none(
          MoveVerdict.BALANCED, balance, "balanced: moves end at %.2f", settings.target());
    }
    if (!goOn && balance.degree() >= settings.threshold()) {
      return MoveJudgement.none(
          MoveVerdict.BALANCED, balance, "balanced: the threshold is %.2f", settings.threshold());
    }
    return isSettling(now) ? settling(balance) : null;
  }

  /** Whether the last Sync, or an attempt at one, was so recently that no other begins. */
  boolean isSettling(long now) {
    return now < settled;
  }

  private MoveJudgement settling(Balance balance) {
    return MoveJudgement.none(
        MoveVerdict.SETTLING,
        balance,
        "settling: the last Sync was less than %d ms ago",
        settings.settlingTime().toMillis());
  }

  // ----------------------------------------------------------------------- moves to a strategy

  /**
   * Decides which keys move to where a strategy places them. It does not matter whether that makes
   * the load more even, as a command has asked for it. A key may return to a subtask that it left
   * recently: the strategy has only one place for it, so it does not move back and forth.
   *
   * @param evenIfSettling whether to decide before the end of the settling time
   */
  MoveJudgement decide(
      LoadSnapshot loads,
      TargetStrategy strategy,
      KeyToKeyGroup keyGroups,
      boolean evenIfSettling,
      long now) {
    Balance balance = loads.subtasks().balance();
    if (hasTooFewRecords(loads)) {
      return tooFewRecords(balance);
    }
    if (isSettling(now) && !evenIfSettling) {
      return settling(balance);
    }
    StrategyPlan plan = new StrategyPlan(loads, keyGroups, sizes, settings);
    if (plan.elsewhere() == 0) {
      return MoveJudgement.none(
          MoveVerdict.IN_PLACE,
          balance,
          "all keys with many records are where '%s' places them",
          strategy);
    }
    if (plan.moves().isEmpty()) {
      return MoveJudgement.none(
          MoveVerdict.NO_KEY_TO_MOVE,
          balance,
          "no key to move: %d key(s) are not where '%s' places them, but each has more state than"
              + " the %d bytes that one Sync may move",
          plan.elsewhere(),
          strategy,
          settings.maxBytes());
    }
    return moves(plan.moves(), balance, plan.balance(), " to where '" + strategy + "' places them");
  }

  // -------------------------------------------------------------------------------------- outcome

  /** A decision's moves have been carried out. */
  public void done(MoveJudgement decision, long now) {
    recentMoves.forgetOld(now); // with a strategy that depends on the key alone, nothing else does
    decision.moves().forEach(move -> recentMoves.add(move, now));
    notDone(now);
  }

  /** A decision's moves could not be carried out; there is a pause before the next attempt, too. */
  public void notDone(long now) {
    settled = now + settings.settlingTime().toMillis();
  }

  // ---------------------------------------------------------------------------------- snapshots

  void write(DataOutputView out) throws IOException {
    out.writeLong(settled);
    recentMoves.write(out);
  }

  /**
   * @param sameSubtasks whether the number of subtasks is the same as when it was written; if not,
   *     the recent moves are dropped
   */
  void read(DataInputView in, boolean sameSubtasks, long now) throws IOException {
    settled = Math.min(in.readLong(), now + settings.settlingTime().toMillis());
    recentMoves.read(in, now);
    if (!sameSubtasks) {
      recentMoves.clear();
    }
  }
}
