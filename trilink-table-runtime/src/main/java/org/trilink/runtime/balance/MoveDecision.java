package org.trilink.runtime.balance;

import java.util.Collections;
import java.util.Locale;

/**
 * Decides which keys to move: the fewest that make the load even enough, and none if that would
 * help little, or is too early, or if it is not the placement's fault.
 *
 * <p>So that keys are not moved to and fro, moves go on past the threshold below which they begin,
 * must gain a minimum, are made one Sync at a time with a pause in between, and do not take a key
 * back to where it was lately.
 *
 * <p>Times are in ms.
 */
public final class MoveDecision {

  /** Chance alone makes the loads of 60 subtasks with so many records look like 0.8. */
  private static final int RECORDS_PER_SUBTASK = 400;

  /** A cap for what can be reached: this part of what no placement exceeds. */
  private static final double NEAR_BEST = 0.95;

  private final BalanceSettings settings;
  private final StateSizes sizes;
  private final RecentMoves recentMoves;

  /** Before it nothing is moved. */
  private long settled = Long.MIN_VALUE;

  public MoveDecision(BalanceSettings settings, StateSizes sizes) {
    this.settings = settings;
    this.sizes = sizes;
    recentMoves = new RecentMoves(settings.graceTime());
  }

  /** Decides; what it comes to is only remembered once it is {@link #done}. */
  public Decision decide(LoadSnapshot loads, BalancePrediction prediction, long now) {
    Balance balance = prediction.now();
    if (loads.subtasks().fairShare() < RECORDS_PER_SUBTASK) {
      return none(
          Verdict.TOO_FEW_RECORDS,
          balance,
          "too few records: it takes %d per subtask to tell skew from chance",
          RECORDS_PER_SUBTASK);
    }
    if (balance.degree() >= settings.threshold()) {
      return none(
          Verdict.BALANCED, balance, "balanced: the threshold is %.2f", settings.threshold());
    }
    if (now < settled) {
      return none(
          Verdict.SETTLING,
          balance,
          "settling: the last Sync was less than %d ms ago",
          settings.settlingTime().toMillis());
    }
    recentMoves.forgetOld(now);
    double reachable = NEAR_BEST * prediction.bestDegree();
    boolean beyondPlacement = prediction.bestDegree() < settings.target();
    MovePlan plan = new MovePlan(loads, recentMoves, sizes);
    plan.upTo(beyondPlacement && reachable > 0 ? reachable : settings.target(), settings);
    return plan.gains(settings.minimumGain())
        ? moves(plan, balance)
        : noMoves(plan, prediction, loads.parallelism());
  }

  private static Decision moves(MovePlan plan, Balance before) {
    String reason =
        String.format(
            Locale.ROOT,
            "moving %d key(s) takes the balance from %s to %s",
            plan.moves().size(),
            before,
            plan.balance());
    return new Decision(Verdict.MOVE, reason, plan.moves(), plan.balance());
  }

  private Decision noMoves(MovePlan plan, BalancePrediction prediction, int parallelism) {
    Balance now = prediction.now();
    if (prediction.keyAboveFairShare() != null && prediction.bestDegree() < settings.threshold()) {
      return none(
          Verdict.KEY_ABOVE_FAIR_SHARE,
          now,
          "one key is above a fair share: it alone has %.0f %% of the records, and a subtask's fair"
              + " share is %.0f %%. No placement can mend that; 'exchange'='local-merge' can",
          100 * prediction.heaviestShare(),
          100.0 / parallelism);
    }
    if (plan.moves().isEmpty()) {
      return none(
          Verdict.NO_KEY_TO_MOVE,
          now,
          "no key to move: those known are too light or too heavy, or were moved lately");
    }
    return none(
        Verdict.GAIN_TOO_SMALL,
        now,
        "gain too small: moving %d key(s) would take the balance to %s, and it takes %.2f more",
        plan.moves().size(),
        plan.balance(),
        settings.minimumGain());
  }

  private static Decision none(Verdict verdict, Balance now, String reason, Object... figures) {
    return new Decision(
        verdict, String.format(Locale.ROOT, reason, figures), Collections.emptyList(), now);
  }

  /** A decision's moves have been carried out. */
  public void done(Decision decision, long now) {
    decision.moves().forEach(move -> recentMoves.add(move, now));
    settled = now + settings.settlingTime().toMillis();
  }
}
