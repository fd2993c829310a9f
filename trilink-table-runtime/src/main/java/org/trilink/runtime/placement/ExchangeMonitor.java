/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.move.balance.Balance;
import org.trilink.runtime.move.balance.Judgement;
import org.trilink.runtime.move.balance.KeyLoad;
import org.trilink.runtime.move.balance.LoadMonitor;
import org.trilink.runtime.move.balance.LoadReport;
import org.trilink.runtime.move.balance.MonitorCommand;
import org.trilink.runtime.move.balance.MoveJudgement;
import org.trilink.runtime.move.balance.MoveVerdict;
import org.trilink.runtime.move.protocol.MovingKeys;
import org.trilink.runtime.move.protocol.SyncOutcome;
import org.trilink.runtime.move.protocol.SyncRefusal;

/**
 * Judges the loads of one exchange, and has the {@link SyncLeader} move keys as it decides, or as
 * people command. Its state belongs to the {@link CoordinatorThread}: the methods of the first
 * section hand over what has happened, and may be called by any thread; the others are called by
 * that thread only, which is checked where they use the {@link LoadMonitor}.
 */
final class ExchangeMonitor {

  private static final Logger LOG = LoggerFactory.getLogger(ExchangeMonitor.class);

  /** The interval at which it checks for work, in ms. */
  private static final long TICK = 100;

  /** The interval at which it checks for a key too heavy for any placement, in ms. */
  private static final long HEAVY_KEY_INTERVAL = 1_000;

  private final PlacementSettings settings;
  private final String name;
  private final SyncLeader leader;
  private final CoordinatorThread thread;
  private final KeyStateSizes stateSizes;
  private final MonitorControl control;
  private final UnsavedCommands unsaved = new UnsavedCommands();

  /** Replaced when the job is restored; read by {@link #monitor()}, which checks the thread. */
  private LoadMonitor monitor;

  /** How often the job was restored; the leader counts as well. */
  private int restores;

  /** When to check for a heavy key again. */
  private long nextHeavyKey;

  /** The last judgement that was evaluated; null for none. */
  @Nullable private Judgement judged;

  private boolean warnedOfHeavyKey;

  private boolean toldOfEndedInput;

  /**
   * @param keyedOperator the coordinator of the keyed operator
   */
  ExchangeMonitor(
      PlacementSettings settings,
      ExchangeCoordinator keyedOperator,
      SyncLeader leader,
      CoordinatorThread thread) {
    this.settings = settings;
    this.leader = leader;
    this.thread = thread;
    name = "Key placement, operator " + keyedOperator.operatorName();
    stateSizes = new KeyStateSizes(settings.monitor().balance().maxBytes());
    monitor = newMonitor();
    control =
        new MonitorControl(
            this,
            keyedOperator.operatorName(),
            settings.monitor().control(),
            thread,
            keyedOperator::failJob);
  }

  private LoadMonitor newMonitor() {
    return new LoadMonitor(
        settings.monitor(),
        settings.maxParallelism(),
        settings.targetParallelism(),
        CandidateStrategies.byKey(settings.keyType(), settings.maxParallelism()),
        stateSizes::of,
        System.currentTimeMillis());
  }

  // ------------------------------------------------------------------------- what has happened

  /** The job starts. */
  void start() {
    thread.execute(
        () -> {
          LOG.info(
              "{}: the monitor starts: {}; a Sync moves at most {} bytes of state; {} settings were"
                  + " set while the job ran.",
              name,
              monitor().settings(),
              settings.monitor().balance().maxBytes(),
              monitor().setAtRunTime().size());
          control.start();
        });
    thread.every(TICK, this::tick);
    SyncProbe.installed().leads(settings, leader, this, thread);
  }

  /** The job ends. */
  void close() {
    control.stop();
    thread.execute(
        () -> {
          control.close();
          warnOfUnsavedCommands();
        });
  }

  /** A placing subtask has reported. */
  void report(LoadReport report) {
    long now = System.currentTimeMillis();
    thread.execute(() -> monitor().report(report, now));
  }

  /**
   * A Sync has ended.
   *
   * @param decision null if the monitor has not decided on it
   */
  void syncEnded(EndedSync sync, @Nullable MoveJudgement decision) {
    long now = System.currentTimeMillis();
    thread.execute(
        () -> {
          if (decision != null && sync.restores == restores) {
            syncEnded(sync, decision, now);
          }
          show(now, sync::countIn); // at once, so that metrics are of one time
        });
  }

  /** A checkpoint was completed. It may be said several times. */
  void checkpointCompleted(long checkpoint) {
    thread.execute(() -> unsaved.completed(checkpoint));
  }

  /**
   * A checkpoint is taken.
   *
   * @param before writes what comes before the monitor's part, in the coordinators' thread
   * @return everything
   */
  CompletableFuture<byte[]> snapshot(long checkpoint, Callable<DataOutputSerializer> before) {
    return thread.submit(
        () -> {
          DataOutputSerializer out = before.call();
          monitor().write(out);
          unsaved.written(checkpoint, monitor().setAtRunTime());
          return out.getCopyOfBuffer();
        });
  }

  /**
   * The job is restored.
   *
   * @param restoresSoFar including this one
   * @param from in words
   * @param in what {@link #snapshot} has written; null for an initial start
   */
  void restore(int restoresSoFar, String from, @Nullable DataInputDeserializer in)
      throws IOException {
    LoadMonitor restored = newMonitor();
    if (in != null) {
      warn(restored.restore(in, System.currentTimeMillis()));
    }
    thread.execute(() -> goOn(restored, restoresSoFar, from));
  }

  /**
   * The address of the control channel, without the password, once it was connected; else empty.
   */
  String connectedAddress() {
    return control.connectedAddress();
  }

  /** Takes what the other method returned when the checkpoint was taken that is restored. */
  void restoreConnectedAddress(String address) {
    control.restore(address);
  }

  /**
   * A client of Flink's REST interface has sent a command; returns the answer in JSON.
   *
   * @param command null if the client has sent none
   */
  CompletableFuture<String> answer(@Nullable String command) {
    return thread.submit(() -> control.answer(command));
  }

  // ---------------------------------------------------------------------------------- its thread

  private LoadMonitor monitor() {
    thread.check();
    return monitor;
  }

  private void goOn(LoadMonitor restored, int restoresSoFar, String from) {
    restores = restoresSoFar;
    unsaved.restored(restored.setAtRunTime());
    judged = restored.history().last();
    toldOfEndedInput = false;
    // after a restore in the same process, the settings may be newer than those in the checkpoint
    warn(restored.applyAgain(monitor().setAtRunTime()));
    monitor = restored;
    show(System.currentTimeMillis());
    LOG.info(
        "{}: goes back to {}: {} keys are not where the strategy places them; the monitor: {}; set"
            + " while the job ran: {}.",
        name,
        from,
        leader.moved().size(),
        monitor().settings(),
        monitor().setAtRunTime());
  }

  private void warn(List<String> refused) {
    refused.forEach(
        command ->
            LOG.warn(
                "{}: a setting from an earlier command is not valid any more: {}", name, command));
  }

  private void warnOfUnsavedCommands() {
    List<MonitorCommand> lost = unsavedCommands();
    if (!lost.isEmpty()) {
      LOG.warn(
          "{}: it ends, and no completed checkpoint contains what was set while the job ran: {}. If"
              + " the job is restored, set it again.",
          name,
          lost);
    }
  }

  private void tick() {
    SyncRefusal refusal = leader.tick();
    if (refusal == null) {
      MoveJudgement next = monitor().tick(System.currentTimeMillis());
      if (next != null) {
        begin(next);
      }
    } else if (refusal == SyncRefusal.SENDER_ENDED) {
      tellOfEndedInput();
    }
    show(System.currentTimeMillis());
    control.tick();
  }

  /** Other inputs may go on for long. */
  private void tellOfEndedInput() {
    if (!toldOfEndedInput) {
      toldOfEndedInput = true;
      LOG.info("{}: no keys are moved any more: {}.", name, SyncRefusal.SENDER_ENDED.text());
    }
  }

  /** Begins a Sync; returns why it does not, null if it does. */
  @Nullable
  private String begin(MoveJudgement next) {
    String whyNot = leader.begin(next, monitor().balance(), restores);
    if (whyNot != null) {
      monitor().syncNotDone(next, whyNot, System.currentTimeMillis());
    }
    return whyNot;
  }

  private void syncEnded(EndedSync sync, MoveJudgement decision, long now) {
    if (sync.outcome == SyncOutcome.DONE) {
      stateSizes.moved(sync.moves, sync.stateBytes);
      monitor().syncDone(decision, sync.bytesMoved, sync.duration, now);
      return;
    }
    if (sync.outcome == SyncOutcome.TOO_MUCH_STATE) {
      stateSizes.tooMuch(sync.moves, sync.stateBytes);
    }
    monitor().syncNotDone(decision, sync.outcome.text(), now);
  }

  private void show(long now) {
    show(now, figures -> {});
  }

  /**
   * @param more sets what has changed besides the monitor's own figures
   */
  private void show(long now, Consumer<SyncFigures> more) {
    boolean checksHeavyKey = now >= nextHeavyKey;
    double keyAboveFairShare = 0;
    if (checksHeavyKey) {
      nextHeavyKey = now + HEAVY_KEY_INTERVAL;
      keyAboveFairShare = monitor().keyAboveFairShare(now);
    }
    Judgement last = monitor().history().last();
    boolean isNew = last != null && last != judged;
    Balance balance = monitor().balance();
    double share = keyAboveFairShare;
    int setAtRunTime = monitor().setAtRunTime().size();
    leader.show(
        monitor().settings(),
        figures -> {
          more.accept(figures);
          figures.balanceDegree = balance.degree();
          figures.extraComputeTime = balance.extraComputeTime();
          figures.settingsSetAtRunTime = setAtRunTime;
          figures.judgementsRefused += isNew && last.verdict().isRefusal() ? 1 : 0;
          figures.keyAboveFairShare = checksHeavyKey ? share : figures.keyAboveFairShare;
        });
    if (isNew) {
      judged = last;
      warnOfHeavyKey(last);
    }
  }

  private void warnOfHeavyKey(Judgement judgement) {
    if (judgement.verdict() == MoveVerdict.KEY_ABOVE_FAIR_SHARE && !warnedOfHeavyKey) {
      warnedOfHeavyKey = true;
      LOG.warn(
          "{}: {}. The metric {} tells the share from now on.",
          name,
          judgement.reason(),
          MonitorMetrics.KEY_ABOVE_FAIR_SHARE);
    }
  }

  // ------------------------------------------------------------- its thread, for the control

  /**
   * Applies a command that changes settings.
   *
   * @throws IllegalArgumentException if the settings are invalid; then nothing has changed
   */
  void apply(MonitorCommand command) {
    monitor().applyNow(command);
    show(System.currentTimeMillis());
  }

  /** The commands that are lost if the JobManager fails now. */
  List<MonitorCommand> unsavedCommands() {
    return unsaved.among(monitor().setAtRunTime());
  }

  /** The number of judgements and Syncs so far. */
  long historyEntries() {
    return monitor().history().entries();
  }

  /** The status, to which fields can be added. */
  ObjectNode status() {
    return monitor().toNode(settings.name(), leader.moved().size(), System.currentTimeMillis());
  }

  /** Why no keys can be moved at the moment; null if they can. */
  @Nullable
  SyncRefusal refusal() {
    return leader.refusal();
  }

  /** The keys that are known to be heavy. */
  List<KeyLoad> heavyKeys() {
    return monitor().heavyKeys(System.currentTimeMillis());
  }

  /**
   * Evaluates the balance now, and moves keys if that helps. There must be no {@link #refusal}.
   *
   * @return the result, in words
   */
  String syncNow() {
    MoveJudgement forced = monitor().forceDecision(System.currentTimeMillis());
    if (forced.verdict() != MoveVerdict.MOVE) {
      return "no key moves: " + forced.reason();
    }
    String whyNot = begin(forced);
    return whyNot == null
        ? "keys that move: " + forced.moves().size() + "; " + forced.reason()
        : "no key moves: " + whyNot;
  }

  /** The outcome of a Sync, with its figures. */
  static final class EndedSync {

    private final int restores;
    private final MovingKeys moves;
    private final SyncOutcome outcome;
    private final long[] stateBytes;
    private final long bytesMoved;
    private final long duration;

    /**
     * @param restores how often the job had been restored
     * @param stateBytes of each key; empty if the Sync has not got so far
     * @param duration from its markers on, in ms
     */
    EndedSync(
        int restores,
        MovingKeys moves,
        SyncOutcome outcome,
        long[] stateBytes,
        long bytesMoved,
        long duration) {
      this.restores = restores;
      this.moves = moves;
      this.outcome = outcome;
      this.stateBytes = stateBytes;
      this.bytesMoved = bytesMoved;
      this.duration = duration;
    }

    private void countIn(SyncFigures figures) {
      if (outcome == SyncOutcome.DONE) {
        figures.syncs++;
        figures.keysMoved += moves.size();
        figures.bytesMoved += bytesMoved;
        figures.lastDuration = duration;
      } else {
        figures.syncsNotDone++;
      }
    }
  }
}
