/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.trilink.runtime.move.balance.MonitorCommand.Kind;

/**
 * Watches the load of one exchange, decides when keys are to be moved, and applies commands. Its
 * owner, the exchange's coordinator, passes on the subtasks' reports and the outcomes of Syncs,
 * calls it periodically, and carries out its decisions:
 *
 * <pre>
 *   report(...)                     with each report of a placing subtask
 *   tick(now) -> MoveJudgement           about once a second; not null: its moves are to be made
 *   apply(command)                  a command that changes settings
 *   syncDone(...), syncNotDone(...) the outcome of the moves
 * </pre>
 *
 * <p>While moves are under way nothing else is decided. Commands that change settings are part of a
 * snapshot, so that they survive failures; so are the history and the recent moves. The loads are
 * not: they are outdated after one or two half-lives, and a restart takes about as long.
 *
 * <p>It is used by one thread. Times are in ms since 1970.
 */
public final class LoadMonitor {

  /** The minimum time between two attempts to go on with moves, in ms. */
  private static final long RETRY = 1_000;

  private final int parallelism;
  private final StrategiesByKey strategies;
  private final ObservedLoads observed;
  private final MoveDecision moveDecision;
  private final MonitorSettings planned;

  private MonitorSettings settings;
  private MonitorTrigger trigger;
  private TargetStrategy target = TargetStrategy.AUTO;

  /** Where the target strategy places keys; null if it is one that evens out loads. */
  @Nullable private KeyToKeyGroup targetKeyGroups;

  private boolean frozen;

  /** The last command of each kind that changed settings. */
  private final Map<Kind, MonitorCommand> commands = new EnumMap<>(Kind.class);

  private JudgementHistory history = new JudgementHistory();

  /**
   * Whether the strategy that was set has not been evaluated yet, or still has keys to be moved.
   */
  private boolean targetPending;

  /**
   * Whether moves that even out loads have begun, and no judgement since then has found them at
   * their goal: one Sync moves only so many keys, and keys may turn out lighter than their samples.
   */
  private boolean unfinished;

  /** Moves do not go on before this time. */
  private long nextAttempt = Long.MIN_VALUE;

  /** The number of records since the trigger was last evaluated. */
  private long newRecords;

  @Nullable private MoveJudgement underWay;

  /** The balance when the moves under way were decided. */
  private Balance beforeMoves = Balance.EVEN;

  /**
   * Creates a monitor without any load.
   *
   * @param planned the settings of the query
   * @param maxParallelism of the operator behind the exchange
   * @param parallelism of the operator behind the exchange
   */
  public LoadMonitor(
      MonitorSettings planned,
      int maxParallelism,
      int parallelism,
      StrategiesByKey strategies,
      StateSizes sizes,
      long now) {
    this.planned = planned;
    this.parallelism = parallelism;
    this.strategies = strategies;
    settings = planned;
    trigger = settings.newTrigger();
    observed = new ObservedLoads(maxParallelism, parallelism, planned.balance().halfLife(), now);
    moveDecision = new MoveDecision(planned.balance(), sizes);
  }

  // ----------------------------------------------------------------------------------- judgements

  /** Adds a report of a placing subtask. */
  public void report(LoadReport report, long now) {
    observed.add(report, now);
    newRecords += report.counts().total();
  }

  /**
   * Judges the balance if the trigger says so.
   *
   * @return the moves that are to be made; null if there are none. Until their outcome is reported,
   *     there are no other decisions.
   */
  @Nullable
  public MoveJudgement tick(long now) {
    if (underWay != null) {
      return null;
    }
    boolean due = trigger.isDue(now, newRecords, observed.balance().degree());
    newRecords = 0;
    if (!due && !isToGoOn(now)) {
      return null;
    }
    MoveJudgement decision = judge(false, now);
    return decision.verdict() == MoveVerdict.MOVE ? decision : null;
  }

  /** Whether moves of earlier judgements, or to a strategy that was set, go on now. */
  private boolean isToGoOn(long now) {
    boolean isOff = settings.trigger() == TriggerKind.OFF;
    return (targetPending || (unfinished && !isOff))
        && !frozen
        && now >= nextAttempt
        && !moveDecision.isSettling(now);
  }

  /**
   * Judges now, regardless of the trigger, the threshold and the time since the last Sync.
   *
   * @return the moves that are to be made, or why there are none; none while others are under way.
   */
  public MoveJudgement forceDecision(long now) {
    if (underWay != null) {
      return MoveJudgement.none(
          MoveVerdict.SETTLING,
          observed.balance(),
          "a Sync is in progress; try again when it has ended");
    }
    return judge(true, now);
  }

  private MoveJudgement judge(boolean forced, long now) {
    LoadSnapshot loads = observed.snapshot(now);
    BalancePrediction prediction = BalancePrediction.of(loads);
    MoveJudgement decision = decide(loads, prediction, forced, now);
    history.add(Judgement.of(now, prediction, decision));
    nextAttempt = now + pause(decision.verdict());
    updatePending(decision.verdict(), prediction.now());
    if (decision.verdict() == MoveVerdict.MOVE) {
      underWay = decision;
      beforeMoves = prediction.now();
    }
    return decision;
  }

  /**
   * Returns for how many ms moves do not go on; where records are few, they take a while to come.
   */
  private long pause(MoveVerdict verdict) {
    return verdict == MoveVerdict.TOO_FEW_RECORDS && !targetPending
        ? Math.max(RETRY, settings.balance().settlingTime().toMillis())
        : RETRY;
  }

  private MoveJudgement decide(
      LoadSnapshot loads, BalancePrediction prediction, boolean forced, long now) {
    if (frozen) {
      return MoveJudgement.none(
          MoveVerdict.FROZEN,
          prediction.now(),
          "frozen: no key is moved until the command {\"freeze\": false}");
    }
    if (targetKeyGroups != null) {
      return moveDecision.decide(loads, target, targetKeyGroups, forced, now);
    }
    return forced
        ? moveDecision.decideNow(loads, prediction, now)
        : moveDecision.decide(loads, prediction, unfinished, now);
  }

  /** Moves may take several Syncs. */
  private void updatePending(MoveVerdict verdict, Balance balance) {
    switch (verdict) {
      case MOVE:
        targetPending &= targetKeyGroups != null;
        unfinished =
            targetKeyGroups == null
                && (unfinished || balance.degree() < settings.balance().threshold());
        break;
      case TOO_FEW_RECORDS:
      case SETTLING:
      case FROZEN:
        targetPending &= targetKeyGroups != null;
        break;
      case BALANCED:
      case IN_PLACE:
      case KEY_ABOVE_FAIR_SHARE:
      case GAIN_TOO_SMALL:
      case NO_KEY_TO_MOVE:
        targetPending = false;
        unfinished = false;
        break;
    }
  }

  // --------------------------------------------------------------------------------------- Syncs

  /** Whether moves have been decided whose outcome is not known yet. */
  public boolean isSyncUnderWay() {
    return underWay != null;
  }

  /**
   * The moves of a decision have been made.
   *
   * @param bytes of state that were moved
   * @param pauseInMillis how long the keys that moved, and watermarks, have waited
   * @throws IllegalStateException if other moves are under way, or none
   */
  public void syncDone(MoveJudgement decision, long bytes, long pauseInMillis, long now) {
    end(decision);
    moveDecision.done(decision, now);
    decision.moves().forEach(move -> observed.moved(move.key(), move.toKeyGroup()));
    history.add(PastSync.done(now, decision, beforeMoves, bytes, pauseInMillis));
  }

  /**
   * Takes note that none of the moves of a decision has been made. There is a pause before the next
   * decision, unless a command asks for one at once.
   *
   * @param why in words, as part of a sentence
   * @throws IllegalStateException if other moves are under way, or none
   */
  public void syncNotDone(MoveJudgement decision, String why, long now) {
    end(decision);
    moveDecision.notDone(now);
    history.add(PastSync.notDone(now, beforeMoves, why));
  }

  private void end(MoveJudgement decision) {
    if (decision != underWay) {
      throw new IllegalStateException("This decision's moves are not under way.");
    }
    underWay = null;
  }

  // ------------------------------------------------------------------------------------- commands

  /**
   * Applies a command that changes settings. The change also holds after a restore from a snapshot.
   * The owner then has to send the sample rate and the weights to the subtasks, which have the
   * samplers.
   *
   * @param command of another kind than {@code SYNC_NOW} and {@code STATUS}, which change none
   * @throws IllegalArgumentException if the settings are invalid; then nothing has changed
   */
  public void apply(MonitorCommand command) {
    switch (command.kind()) {
      case SET:
        setTarget(command.target(), settings);
        break;
      case MONITOR:
      case THRESHOLD:
        settings = settingsWith(command);
        moveDecision.setThreshold(settings.balance().threshold());
        trigger = settings.newTrigger();
        newRecords = 0;
        break;
      case SAMPLE_RATE:
        settings = settingsWith(command);
        break;
      case WEIGHTS:
        setWeights(settingsWith(command));
        break;
      case FREEZE:
        frozen = command.freeze();
        break;
      case SYNC_NOW:
      case STATUS:
        throw new IllegalStateException(
            "The command '" + command.kind() + "' changes no settings.");
    }
    commands.put(command.kind(), command);
  }

  /**
   * Applies a new command as {@link #apply} does, for the current parallelism. (After a restore at
   * another parallelism, existing weights still determine the shares of the keys.)
   *
   * @throws IllegalArgumentException also if there is not one weight per subtask
   */
  public void applyNow(MonitorCommand command) {
    if (command.kind() == Kind.WEIGHTS) {
      int weights = settingsWith(command).weights().length;
      if (weights != parallelism) {
        throw new IllegalArgumentException(
            "'weights' must have one weight for each of the "
                + parallelism
                + " subtasks, but has "
                + weights
                + ".");
      }
    }
    apply(command);
  }

  private void setTarget(TargetStrategy strategy, MonitorSettings newSettings) {
    if (strategy == TargetStrategy.WEIGHT && newSettings.weights() == null) {
      throw new IllegalArgumentException(
          "'weight' needs weights, but none are set. Set them first, with {\"weights\": [20, 50,"
              + " 30]}.");
    }
    targetKeyGroups =
        strategy.goesByKey()
            ? keyGroupsBy(strategy, newSettings, "Set another strategy, such as 'least-count'.")
            : null;
    target = strategy;
    targetPending = true;
    nextAttempt = Long.MIN_VALUE;
  }

  private KeyToKeyGroup keyGroupsBy(
      TargetStrategy strategy, MonitorSettings newSettings, String remedy) {
    try {
      return strategies.of(strategy, newSettings.weights());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Keys cannot be placed by '" + strategy + "': " + e.getMessage() + ". " + remedy, e);
    }
  }

  /** Weights that are used only for predictions must also be valid for placing keys. */
  private void setWeights(MonitorSettings newSettings) {
    keyGroupsBy(TargetStrategy.WEIGHT, newSettings, "Give one weight per subtask.");
    if (target == TargetStrategy.WEIGHT) {
      setTarget(target, newSettings);
    }
    observed.forgetTally(TargetStrategy.WEIGHT.toString());
    settings = newSettings;
  }

  /** The settings by the query and the last command of each kind; the same after a restore. */
  private MonitorSettings settingsWith(MonitorCommand next) {
    Map<Kind, MonitorCommand> all = new EnumMap<>(commands);
    all.put(next.kind(), next);
    MonitorSettings changed = planned;
    for (MonitorCommand command : all.values()) {
      changed = command.changesSettings() ? command.changed(changed) : changed;
    }
    return changed;
  }

  // -------------------------------------------------------------------------------- current state

  /** The current settings: the query's, as changed by commands. */
  public MonitorSettings settings() {
    return settings;
  }

  /** The query's settings. */
  public MonitorSettings plannedSettings() {
    return planned;
  }

  /** The target of moves. */
  public TargetStrategy target() {
    return target;
  }

  /** Whether no key is to be moved. */
  public boolean isFrozen() {
    return frozen;
  }

  /**
   * The settings that were changed while the job ran: the last command of each kind; not to be
   * changed.
   */
  public Collection<MonitorCommand> setAtRunTime() {
    return Collections.unmodifiableCollection(commands.values());
  }

  public JudgementHistory history() {
    return history;
  }

  /** The keys that are known to be heavy, the heaviest first; not to be changed. */
  public List<KeyLoad> heavyKeys(long now) {
    return observed.snapshot(now).heavyKeys();
  }

  /** The balance of the current placement; cheap enough for metrics. */
  public Balance balance() {
    return observed.balance();
  }

  /**
   * The share of all records that the heaviest key has, if that is above a subtask's fair share, so
   * that no placement can even it out; else 0, also while there are too few records to tell.
   */
  public double keyAboveFairShare(long now) {
    LoadSnapshot loads = observed.snapshot(now);
    if (MoveDecision.hasTooFewRecords(loads)) {
      return 0;
    }
    BalancePrediction prediction = BalancePrediction.of(loads);
    return prediction.keyAboveFairShare() == null ? 0 : prediction.heaviestShare();
  }

  /**
   * The status as a JSON object.
   *
   * @param base the query's strategy, which places the keys that are not moved
   * @param movedKeys the number of keys that are not where that strategy places them
   */
  public String toJson(String base, int movedKeys, long now) {
    return toNode(base, movedKeys, now).toString();
  }

  /** The status as a JSON node, to which fields can be added. */
  public ObjectNode toNode(String base, int movedKeys, long now) {
    return MonitorStatus.toNode(this, observed.snapshot(now), base, movedKeys, now);
  }

  // ----------------------------------------------------------------------------------- snapshots

  /** Moves under way are not part of the snapshot: after a restore they are decided again. */
  public void write(DataOutputView out) throws IOException {
    out.writeInt(parallelism);
    out.writeByte(commands.size());
    for (MonitorCommand command : commands.values()) {
      out.writeUTF(command.toString());
    }
    out.writeBoolean(unfinished);
    moveDecision.write(out);
    history.write(out);
  }

  /**
   * Restores what {@link #write} wrote, possibly at another parallelism and on another machine,
   * with a different clock. Must be the first call after the constructor.
   *
   * @return a message for each command that can no longer be applied because the query has changed,
   *     with the command and the reason; empty in most cases
   */
  public List<String> restore(DataInputView in, long now) throws IOException {
    boolean sameSubtasks = in.readInt() == parallelism;
    List<MonitorCommand> written = new ArrayList<>();
    for (int size = in.readByte(); size > 0; size--) {
      written.add(MonitorCommand.parse(in.readUTF()));
    }
    unfinished = in.readBoolean();
    moveDecision.read(in, sameSubtasks, now);
    history = JudgementHistory.read(in);
    return applyAgain(written);
  }

  /**
   * Applies the changed settings of another monitor, which this one replaces.
   *
   * @param set from {@link #setAtRunTime}
   * @return messages on what can no longer be applied, see {@link #restore}
   */
  public List<String> applyAgain(Collection<MonitorCommand> set) {
    List<MonitorCommand> ordered = new ArrayList<>(set);
    // this command may need the weights
    ordered.sort((one, other) -> Boolean.compare(isSet(one), isSet(other)));
    List<String> refused = new ArrayList<>();
    for (MonitorCommand command : ordered) {
      try {
        apply(command);
      } catch (IllegalArgumentException e) {
        refused.add(command + ": " + e.getMessage());
      }
    }
    return refused;
  }

  private static boolean isSet(MonitorCommand command) {
    return command.kind() == Kind.SET;
  }
}
