/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.move.balance.Balance;
import org.trilink.runtime.move.balance.KeyLoad;
import org.trilink.runtime.move.balance.KeyMove;
import org.trilink.runtime.move.balance.LoadReport;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.move.balance.MoveJudgement;
import org.trilink.runtime.move.protocol.MovedKeys;
import org.trilink.runtime.move.protocol.MovingKeys;
import org.trilink.runtime.move.protocol.SyncCoordination;
import org.trilink.runtime.move.protocol.SyncMessage;
import org.trilink.runtime.move.protocol.SyncOutcome;
import org.trilink.runtime.move.protocol.SyncRefusal;
import org.trilink.runtime.move.protocol.SyncTimeouts;
import org.trilink.runtime.placement.ExchangeMonitor.EndedSync;

/**
 * Leads the Syncs of one exchange, as its {@link ExchangeMonitor} decides, and carries out their
 * effects through the coordinators of the exchange. It takes the lock of the {@link
 * PlacementAuthority} itself.
 */
final class SyncLeader extends ExchangeMoves implements SyncCoordination.Effects {

  private static final Logger LOG = LoggerFactory.getLogger(SyncLeader.class);

  /** Why a Sync does not begin that would move too many keys; part of a sentence. */
  private static final String FULL_MAP =
      "more than "
          + MovedKeys.MAX_KEYS
          + " keys, or more than "
          + MovedKeys.MAX_BYTES
          + " bytes of keys, would not be where the strategy places them";

  private final PlacementSettings settings;
  private final ExchangeCoordinator[] coordinators;

  /** It guards what is mutable here. */
  private final PlacementAuthority authority;

  private final ExchangeMonitor monitor;

  @GuardedBy("authority")
  private final SyncCoordination coordination;

  /** How often the job was restored: decisions from before that are void. */
  @GuardedBy("authority")
  private int restores;

  // ------------------------------------------------------------------ the Sync under way

  /**
   * The monitor's decision that led to the Sync under way; null if none is under way, or if not the
   * monitor has decided on it.
   */
  @GuardedBy("authority")
  @Nullable
  private MoveJudgement decision;

  /** The moves of the Sync under way; null if none is under way. */
  @GuardedBy("authority")
  @Nullable
  private MovingKeys moves;

  /** When the markers were sent, in ns. */
  @GuardedBy("authority")
  private long markersSentAtNanos;

  // ------------------------------------------------------------------ what is shown

  @GuardedBy("authority")
  private final SyncFigures figures = new SyncFigures();

  /** The monitor's current settings. */
  @GuardedBy("authority")
  private MonitorSettings monitorSettings;

  /** By subtask behind the exchange. */
  @GuardedBy("authority")
  private final long[] records;

  @GuardedBy("authority")
  private boolean warnedOfFullMap;

  /** The map from which the next field was computed. */
  @GuardedBy("authority")
  private MovedKeys countedMap = MovedKeys.NONE;

  /** By subtask behind the exchange: the number of keys moved there, less those moved away. */
  @GuardedBy("authority")
  private long[] movedKeys;

  SyncLeader(
      PlacementSettings settings,
      ExchangeCoordinator[] coordinators,
      PlacementAuthority authority,
      CoordinatorThread thread) {
    super(thread);
    this.settings = settings;
    this.coordinators = coordinators;
    this.authority = authority;
    int[] senders = new int[settings.inputs()];
    for (int input = 0; input < senders.length; input++) {
      senders[input] = coordinators[input].parallelism();
    }
    coordination =
        new SyncCoordination(
            senders,
            keyedOperator().parallelism(),
            settings.maxParallelism(),
            settings.monitor().balance().maxBytes(),
            SyncTimeouts.DEFAULT,
            this);
    monitorSettings = settings.monitor();
    records = new long[settings.targetParallelism()];
    movedKeys = new long[settings.targetParallelism()];
    monitor = new ExchangeMonitor(settings, keyedOperator(), this, thread);
  }

  private ExchangeCoordinator keyedOperator() {
    return coordinators[settings.inputs()];
  }

  @Override
  void start() {
    if (!runsAsPlanned()) {
      LOG.warn(
          "{}: no keys are moved: {}. It has {} subtasks instead of {}.",
          name(),
          SyncRefusal.OTHER_PARALLELISM.text(),
          keyedOperator().parallelism(),
          settings.targetParallelism());
    }
    monitor.start();
  }

  @Override
  void close() {
    monitor.close();
  }

  /** The prefix of every log line. */
  private String name() {
    return "Key placement, operator " + keyedOperator().operatorName();
  }

  /** Answers a command of a client of Flink's REST interface, in JSON. */
  CompletableFuture<String> answer(@Nullable String command) {
    return monitor.answer(command);
  }

  // --------------------------------------------------------------------------------------- Syncs

  /** Says how late it is; to be called regularly. Returns the {@link #refusal}. */
  @Nullable
  SyncRefusal tick() {
    synchronized (authority) {
      coordination.time(System.nanoTime() / 1_000_000);
      return refusal();
    }
  }

  /** Why no keys can be moved at the moment; null if they can. */
  @Nullable
  SyncRefusal refusal() {
    synchronized (authority) {
      return runsAsPlanned() ? coordination.refusal() : SyncRefusal.OTHER_PARALLELISM;
    }
  }

  /**
   * Whether the operator has the subtasks for which the placing subtasks send markers, and for
   * which loads are evened out.
   */
  private boolean runsAsPlanned() {
    return keyedOperator().parallelism() == settings.targetParallelism();
  }

  /** The current key group of a key. */
  int keyGroupNow(KeyLoad key) {
    return moved().keyGroupOf(key.key(), key.base());
  }

  /** The keys that are not in the key group of the strategy. */
  MovedKeys moved() {
    synchronized (authority) {
      return coordination.moved();
    }
  }

  /**
   * Begins a Sync.
   *
   * @param balance when it was decided
   * @param ofRestores how often the job had been restored when it was decided
   * @return why it does not begin, null if it does
   */
  @Nullable
  String begin(MoveJudgement next, Balance balance, int ofRestores) {
    synchronized (authority) {
      String whyNot = obstacle(next, ofRestores);
      if (whyNot != null) {
        LOG.debug("{}: no Sync begins: {}.", name(), whyNot);
        figures.syncsNotDone++;
        return whyNot;
      }
      figures.balanceDegreeBefore = balance.degree();
      moves = movesOf(next);
      decision = next;
      int number = coordination.request(moves);
      LOG.debug("{}: Sync {} is to move {} keys: {}", name(), number, moves.size(), next.reason());
      return null;
    }
  }

  /** Since it was decided, anything may have happened. */
  @GuardedBy("authority")
  @Nullable
  private String obstacle(MoveJudgement next, int ofRestores) {
    SyncRefusal refusal = refusal();
    if (refusal != null) {
      return refusal.text();
    }
    if (ofRestores != restores) {
      return "the job has been restored";
    }
    for (KeyMove move : next.moves()) {
      if (moved().keyGroupOf(move.key(), move.base()) != move.fromKeyGroup()) {
        return "the report about a key is out of date";
      }
    }
    if (!moved().hasRoomFor(movesOf(next))) {
      warnOfFullMap();
      return FULL_MAP;
    }
    return null;
  }

  private static MovingKeys movesOf(MoveJudgement decision) {
    MovingKeys.Builder moves = MovingKeys.builder();
    for (KeyMove move : decision.moves()) {
      moves.move(move.key(), move.fromKeyGroup(), move.toKeyGroup(), move.base());
    }
    return moves.build();
  }

  @GuardedBy("authority")
  private void warnOfFullMap() {
    if (!warnedOfFullMap) {
      warnedOfFullMap = true;
      LOG.warn(
          "{}: no Sync begins: {}. Further keys stay where they are. Keys that return to where the"
              + " strategy places them make room.",
          name(),
          FULL_MAP);
    }
  }

  /**
   * Requests a Sync on which not the monitor has decided, unless there is a {@link #refusal}.
   *
   * @param keys called with the lock; gives null if no key is to move
   */
  void request(Supplier<MovingKeys> keys) {
    synchronized (authority) {
      MovingKeys requested = refusal() == null ? keys.get() : null;
      if (requested != null) {
        moves = requested;
        decision = null;
        coordination.request(requested);
      }
    }
  }

  @Override
  public void going(int number) {
    synchronized (authority) {
      markersSentAtNanos = System.nanoTime();
    }
    LOG.debug("{}: all subtasks are ready for Sync {}; its keys begin to move.", name(), number);
    SyncProbe.installed().keysBeginToMove();
  }

  @Override
  public void syncEnded(int number, SyncOutcome outcome) {
    synchronized (authority) {
      long duration = (System.nanoTime() - markersSentAtNanos) / 1_000_000;
      log(number, outcome, duration);
      monitor.syncEnded(
          new EndedSync(
              restores,
              moves,
              outcome,
              coordination.stateBytes(),
              coordination.bytesMoved(),
              duration),
          decision);
      decision = null;
      moves = null;
    }
    if (outcome == SyncOutcome.DONE) {
      SyncProbe.installed().isDone();
    }
  }

  @GuardedBy("authority")
  private void log(int number, SyncOutcome outcome, long duration) {
    if (outcome != SyncOutcome.DONE) {
      LOG.info("{}: Sync {} has moved no key: {}.", name(), number, outcome.text());
      return;
    }
    LOG.info(
        "{}: Sync {} has moved {} keys with {} bytes of state in {} ms, watermarks waited for up to {} ms: {}.",
        name(),
        number,
        moves.size(),
        coordination.bytesMoved(),
        duration,
        coordination.longestWait(),
        decision == null ? "by request" : decision.reason());
  }

  // ------------------------------------------------------------------------------------- figures

  void report(LoadReport report) {
    synchronized (authority) {
      long[] bySubtask = records;
      report.counts().forEach((keyGroup, more) -> bySubtask[subtaskOf(keyGroup)] += more);
    }
    monitor.report(report);
  }

  private int subtaskOf(int keyGroup) {
    return computeOperatorIndexForKeyGroup(
        settings.maxParallelism(), settings.targetParallelism(), keyGroup);
  }

  /**
   * Shows what has become of the monitor.
   *
   * @param change sets its figures
   */
  void show(MonitorSettings newSettings, Consumer<SyncFigures> change) {
    synchronized (authority) {
      monitorSettings = newSettings;
      change.accept(figures);
    }
  }

  /**
   * The load of each subtask behind the exchange. The number of keys is not known if a function of
   * the key places them.
   */
  TargetLoads loads() {
    synchronized (authority) {
      return settings.local() == null
          ? authority.placedLoads().plusKeys(movedKeys())
          : new TargetLoads(new long[records.length], records.clone());
    }
  }

  @GuardedBy("authority")
  private long[] movedKeys() {
    if (countedMap != coordination.moved()) {
      countedMap = coordination.moved();
      long[] counts = new long[settings.targetParallelism()];
      countedMap.forEach(
          (key, keyGroup) -> {
            int before = authority.keptKeyGroup(key);
            if (before != KeyGroupTable.ABSENT) { // others are not counted
              counts[subtaskOf(before)]--;
              counts[subtaskOf(keyGroup)]++;
            }
          });
      movedKeys = counts;
    }
    return movedKeys;
  }

  MonitorView view() {
    synchronized (authority) {
      figures.movedKeys = coordination.moved().size();
      return new MonitorView(
          monitorSettings.sampleRate(), monitorSettings.weights(), figures.copy());
    }
  }

  // -------------------------------------------------------------------------------- its subtasks

  void onMessage(int input, int sender, SyncMessage.FromSender message) {
    synchronized (authority) {
      SyncProbe.installed().before(message);
      message.deliver(coordination, input, sender);
      SyncProbe.installed().after(message);
    }
  }

  void onMessage(int receiver, SyncMessage.FromReceiver message) {
    synchronized (authority) {
      SyncProbe.installed().before(message);
      message.deliver(coordination, receiver);
      SyncProbe.installed().after(message);
    }
  }

  @Override
  SyncMessage.ToSender senderStarted(int input, int sender) {
    synchronized (authority) {
      return coordination.senderStarted(input, sender);
    }
  }

  @Override
  void senderFailed(int input, int sender) {
    synchronized (authority) {
      coordination.senderFailed(input, sender);
    }
  }

  @Override
  void senderReset(int input, int sender, long checkpoint) {
    synchronized (authority) {
      coordination.senderReset(input, sender, checkpoint);
    }
  }

  @Override
  @Nullable
  SyncMessage.ToSender askedToEnd(int input, int sender) {
    synchronized (authority) {
      return coordination.askedToEnd(input, sender);
    }
  }

  void receiverStarted(int receiver) {
    synchronized (authority) {
      coordination.receiverStarted(receiver);
    }
  }

  void receiverFailed(int receiver) {
    synchronized (authority) {
      coordination.receiverFailed(receiver);
    }
  }

  void receiverReset(int receiver, long checkpoint) {
    synchronized (authority) {
      coordination.receiverReset(receiver, checkpoint);
    }
  }

  @Override
  public void sendToSender(int input, int sender, SyncMessage.ToSender message) {
    coordinators[input].send(sender, message);
  }

  @Override
  public void sendToReceiver(int receiver, SyncMessage.ToReceiver message) {
    keyedOperator().send(receiver, message);
  }

  @Override
  public void failJob(String reason) {
    coordinators[0].failJob(reason);
  }

  // -------------------------------------------------------------------------------- checkpoints

  @Override
  void checkpointRequested(long checkpoint, ExchangeCoordinator coordinator) {
    synchronized (authority) {
      coordination.checkpointRequested(checkpoint);
    }
  }

  @Override
  void checkpointCompleted(long checkpoint) {
    monitor.checkpointCompleted(checkpoint);
    synchronized (authority) {
      coordination.checkpointCompleted(checkpoint);
    }
  }

  @Override
  void checkpointAborted(long checkpoint) {
    synchronized (authority) {
      coordination.checkpointAborted(checkpoint);
    }
  }

  @Override
  public void releaseCheckpoint(long checkpoint) {
    for (ExchangeCoordinator coordinator : coordinators) {
      coordinator.release(checkpoint);
    }
  }

  /** Also adds the monitor's part. */
  @Override
  CompletableFuture<byte[]> snapshot(long checkpoint, Callable<DataOutputSerializer> before)
      throws IOException {
    byte[] syncs;
    synchronized (authority) {
      syncs = coordination.snapshot();
    }
    String connectedAddress = monitor.connectedAddress();
    return monitor.snapshot(
        checkpoint,
        () -> {
          DataOutputSerializer out = before.call();
          out.writeUTF(settings.name());
          out.writeInt(settings.maxParallelism());
          out.writeUTF(connectedAddress);
          out.writeInt(syncs.length);
          out.write(syncs);
          return out;
        });
  }

  @Override
  void reset(long checkpoint, @Nullable DataInputDeserializer in) throws IOException {
    byte[] syncs = null;
    if (in != null) {
      KeyPlacements.checkSame(in.readUTF(), in.readInt(), settings);
      monitor.restoreConnectedAddress(in.readUTF());
      syncs = new byte[in.readInt()];
      in.readFully(syncs);
    }
    synchronized (authority) {
      coordination.resetToCheckpoint(checkpoint, syncs);
      restores++;
      decision = null;
      moves = null;
      monitor.restore(restores, in == null ? "the beginning" : "checkpoint " + checkpoint, in);
    }
  }
}
