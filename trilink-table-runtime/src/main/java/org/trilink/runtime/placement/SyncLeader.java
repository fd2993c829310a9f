/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.balance.Balance;
import org.trilink.runtime.balance.Decision;
import org.trilink.runtime.balance.Judgement;
import org.trilink.runtime.balance.KeyMove;
import org.trilink.runtime.balance.LoadMonitor;
import org.trilink.runtime.balance.LoadReport;
import org.trilink.runtime.balance.MonitorCommand;
import org.trilink.runtime.balance.Verdict;
import org.trilink.runtime.sync.protocol.MovedKeys;
import org.trilink.runtime.sync.protocol.MovingKeys;
import org.trilink.runtime.sync.protocol.SyncCoordination;
import org.trilink.runtime.sync.protocol.SyncMessage;
import org.trilink.runtime.sync.protocol.SyncOutcome;
import org.trilink.runtime.sync.protocol.SyncRefusal;
import org.trilink.runtime.sync.protocol.SyncTimeouts;

/**
 * Moves the keys of one exchange as its monitor decides: it leads the Syncs and carries out their
 * effects through the coordinators of the exchange. Callers must hold the lock of the {@link
 * PlacementAuthority}.
 */
final class SyncLeader implements SyncCoordination.Effects {

  private static final Logger LOG = LoggerFactory.getLogger(SyncLeader.class);

  /** The interval at which it checks for work, in ms. */
  private static final long TICK = 100;

  /** The interval at which it checks for a key too heavy for any placement, in ms. */
  private static final long HEAVY_KEY_INTERVAL = 1_000;

  /** Why a Sync does not begin that would move too many keys; part of a sentence. */
  private static final String FULL_MAP =
      "more than "
          + MovedKeys.MAX_KEYS
          + " keys, or more than "
          + MovedKeys.MAX_BYTES
          + " bytes of keys, would not be where the strategy places them";

  private final PlacementSettings settings;
  private final ExchangeCoordinator[] coordinators;
  private final PlacementAuthority authority;
  private final SyncCoordination coordination;
  private final KeyStateSizes stateSizes;
  private final MonitorControl control;

  private final UnsavedCommands unsaved = new UnsavedCommands();

  private LoadMonitor monitor;

  @Nullable private ScheduledExecutorService ticker;

  // ------------------------------------------------------------------ the Sync under way

  /** Null if none is. */
  @Nullable private Decision decision;

  @Nullable private MovingKeys moves;

  /** When the markers were sent, in ns. */
  private long gone;

  /** Null but in tests. */
  @Nullable private final SyncDrill drill;

  // ------------------------------------------------------------------ what is shown

  private final SyncFigures figures = new SyncFigures();

  /** By subtask behind the exchange. */
  private final long[] records;

  /** When to check for a heavy key again. */
  private long nextHeavyKey;

  /** The last judgement that was evaluated; null for none. */
  @Nullable private Judgement judged;

  private boolean warnedOfHeavyKey;

  private boolean warnedOfFullMap;

  private boolean toldOfEndedInput;

  private boolean closed;

  /** The map from which the next field was computed. */
  private MovedKeys countedMap = MovedKeys.NONE;

  /** By subtask behind the exchange: the number of keys moved there, less those moved away. */
  private long[] movedKeys;

  SyncLeader(
      PlacementSettings settings,
      ExchangeCoordinator[] coordinators,
      PlacementAuthority authority) {
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
    stateSizes = new KeyStateSizes(settings.monitor().balance().maxBytes());
    records = new long[settings.targetParallelism()];
    movedKeys = new long[settings.targetParallelism()];
    monitor = newMonitor();
    control =
        new MonitorControl(
            this,
            ((KeyedCoordinator) keyedOperator()).operatorName(),
            settings.monitor().control(),
            keyedOperator());
    drill = SyncDrill.ifOn(settings.maxParallelism());
  }

  private LoadMonitor newMonitor() {
    return new LoadMonitor(
        settings.monitor(),
        settings.maxParallelism(),
        settings.targetParallelism(),
        CandidateStrategies.byKey(settings.keyType(), settings.maxParallelism()),
        stateSizes::of,
        authority::baseKeyGroup,
        System.currentTimeMillis());
  }

  private ExchangeCoordinator keyedOperator() {
    return coordinators[settings.inputs()];
  }

  // ----------------------------------------------------------------------------------- its clock

  @SuppressWarnings("FutureReturnValueIgnored") // a tick that fails fails the job
  void start() {
    ticker =
        Executors.newSingleThreadScheduledExecutor(
            new ExecutorThreadFactory("trilink-placement-monitor"));
    LOG.info(
        "{}: the monitor starts: {}; a Sync moves at most {} bytes of state; {} settings were set"
            + " while the job ran.",
        name(),
        monitor.settings(),
        settings.monitor().balance().maxBytes(),
        monitor.setAtRunTime().size());
    if (drill != null) {
      LOG.warn(
          "{}: random keys are moved, whatever the load is, as the system property {} is true. It"
              + " is for tests.",
          name(),
          SyncDrill.PROPERTY);
    }
    if (!runsAsPlanned()) {
      LOG.warn(
          "{}: no keys are moved: {}. It has {} subtasks instead of {}.",
          name(),
          SyncRefusal.OTHER_PARALLELISM.text(),
          keyedOperator().parallelism(),
          settings.targetParallelism());
    }
    long interval = drill == null ? TICK : SyncDrill.TICK;
    ticker.scheduleWithFixedDelay(this::tick, interval, interval, TimeUnit.MILLISECONDS);
    control.start();
  }

  void close() {
    control.close();
    if (ticker != null) {
      ticker.shutdownNow();
    }
    if (!closed) {
      closed = true;
      warnOfUnsavedCommands();
    }
  }

  private void warnOfUnsavedCommands() {
    List<MonitorCommand> lost = unsavedCommands();
    if (!lost.isEmpty()) {
      LOG.warn(
          "{}: it ends, and no completed checkpoint contains what was set while the job ran: {}. If"
              + " the job is restored, set it again.",
          name(),
          lost);
    }
  }

  private void tick() {
    synchronized (authority) {
      try {
        coordination.time(System.nanoTime() / 1_000_000);
        SyncRefusal refusal = refusal();
        if (refusal == null) {
          beginNext();
        } else if (refusal == SyncRefusal.SENDER_ENDED) {
          tellOfEndedInput();
        }
        showMonitor(System.currentTimeMillis());
        control.tick();
      } catch (Throwable e) { // an Error of a user's strategy as well: the clock would just stop
        coordinators[0].context().failJob(e);
      }
    }
  }

  // --------------------------------------------------------------------------------------- Syncs

  private void beginNext() {
    if (drill != null) {
      moves =
          drill.next(
              monitor.knownKeys(System.currentTimeMillis()),
              this::keyGroupNow,
              authority::baseKeyGroup);
      if (moves != null) {
        coordination.request(moves);
      }
      return;
    }
    Decision next = monitor.tick(System.currentTimeMillis());
    if (next != null) {
      begin(next);
    }
  }

  /** Other inputs may go on for long. */
  private void tellOfEndedInput() {
    if (!toldOfEndedInput) {
      toldOfEndedInput = true;
      LOG.info("{}: no keys are moved any more: {}.", name(), SyncRefusal.SENDER_ENDED.text());
    }
  }

  /** The current key group of a key; less than 0 if it is not known. */
  private int keyGroupNow(BinaryRowData key) {
    int base = authority.baseKeyGroup(key);
    return base < 0 ? base : coordination.moved().keyGroupOf(key, base);
  }

  /** Begins a Sync; returns why it does not, null if it does. */
  @Nullable
  private String begin(Decision next) {
    decision = next;
    figures.balanceDegreeBefore = monitor.balance().degree();
    MovingKeys.Builder builder = MovingKeys.builder();
    for (KeyMove move : next.moves()) {
      if (keyGroupNow(move.key()) != move.fromKeyGroup()) {
        String why = "the report about a key is out of date";
        LOG.debug("{}: no Sync begins: {}.", name(), why);
        notDone(why);
        return why;
      }
      int base = authority.baseKeyGroup(move.key());
      builder.move(move.key(), move.fromKeyGroup(), move.toKeyGroup(), base);
    }
    moves = builder.build();
    if (!coordination.moved().hasRoomFor(moves)) {
      warnOfFullMap();
      notDone(FULL_MAP);
      return FULL_MAP;
    }
    int number = coordination.request(moves);
    LOG.debug("{}: Sync {} is to move {} keys: {}", name(), number, moves.size(), next.reason());
    return null;
  }

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

  private void notDone(String why) {
    Decision undone = decision;
    decision = null;
    moves = null;
    figures.syncsNotDone++;
    monitor.syncNotDone(undone, why, System.currentTimeMillis());
  }

  @Override
  public void going(int number) {
    gone = System.nanoTime();
    LOG.debug("{}: all subtasks are ready for Sync {}; its keys begin to move.", name(), number);
    if (drill != null) {
      SyncDrill.hasGone();
    }
  }

  @Override
  public void syncEnded(int number, SyncOutcome outcome) {
    if (drill != null) {
      if (outcome == SyncOutcome.DONE) {
        count();
        SyncDrill.isDone();
      }
      return;
    }
    if (outcome != SyncOutcome.DONE) {
      LOG.info("{}: Sync {} has moved no key: {}.", name(), number, outcome.text());
      if (outcome == SyncOutcome.TOO_MUCH_STATE) {
        stateSizes.tooMuch(moves, coordination.stateBytes());
      }
      notDone(outcome.text());
      return;
    }
    count();
    stateSizes.moved(moves, coordination.stateBytes());
    Decision done = decision;
    long duration = figures.lastDuration;
    long bytes = coordination.bytesMoved();
    long now = System.currentTimeMillis();
    monitor.syncDone(done, bytes, duration, now);
    showMonitor(now);
    LOG.info(
        "{}: Sync {} has moved {} keys with {} bytes of state in {} ms, watermarks waited for up to {} ms: {}.",
        name(),
        number,
        moves.size(),
        bytes,
        duration,
        coordination.longestWait(),
        done.reason());
    decision = null;
    moves = null;
  }

  private void count() {
    figures.syncs++;
    figures.keysMoved += moves.size();
    figures.bytesMoved += coordination.bytesMoved();
    figures.lastDuration = (System.nanoTime() - gone) / 1_000_000;
  }

  /** The prefix of every log line. */
  private String name() {
    return "Key placement, operator " + ((KeyedCoordinator) keyedOperator()).operatorName();
  }

  // ------------------------------------------------------------------------------------- control

  /**
   * Handles a command of a client of Flink's REST interface; returns the answer in JSON.
   *
   * @param command null if the client has sent none
   */
  String answer(@Nullable String command) {
    return control.answer(command);
  }

  LoadMonitor monitor() {
    return monitor;
  }

  /** The commands that are lost if the JobManager fails now. */
  List<MonitorCommand> unsavedCommands() {
    return unsaved.among(monitor.setAtRunTime());
  }

  /** The lock that callers must hold. */
  Object lock() {
    return authority;
  }

  /** The status, to which fields can be added. */
  ObjectNode status() {
    return monitor.toNode(settings.name(), coordination.moved().size(), System.currentTimeMillis());
  }

  /** Why no keys can be moved at the moment; null if they can. */
  @Nullable
  SyncRefusal refusal() {
    return runsAsPlanned() ? coordination.refusal() : SyncRefusal.OTHER_PARALLELISM;
  }

  /**
   * Whether the operator has the subtasks for which the placing subtasks send markers, and for
   * which loads are evened out.
   */
  private boolean runsAsPlanned() {
    return keyedOperator().parallelism() == settings.targetParallelism();
  }

  /**
   * Evaluates the balance now, and moves keys if that helps. There must be no {@link #refusal}.
   *
   * @return the result, in words
   */
  String syncNow() {
    Decision forced = monitor.forceDecision(System.currentTimeMillis());
    if (forced.verdict() != Verdict.MOVE) {
      return "no key moves: " + forced.reason();
    }
    String whyNot;
    try {
      whyNot = begin(forced);
    } catch (Throwable e) {
      coordinators[0].context().failJob(e); // as in the clock's thread: the Sync is only half begun
      throw new IllegalStateException("A Sync could not be started; the job fails.", e);
    }
    return whyNot == null
        ? "keys that move: " + forced.moves().size() + "; " + forced.reason()
        : "no key moves: " + whyNot;
  }

  // ------------------------------------------------------------------------------------- figures

  void report(LoadReport report) {
    report.counts().forEach((keyGroup, more) -> records[subtaskOf(keyGroup)] += more);
    monitor.report(report, System.currentTimeMillis());
  }

  private int subtaskOf(int keyGroup) {
    return computeOperatorIndexForKeyGroup(
        settings.maxParallelism(), settings.targetParallelism(), keyGroup);
  }

  private void showMonitor(long now) {
    Balance balance = monitor.balance();
    figures.balanceDegree = balance.degree();
    figures.extraComputeTime = balance.extraComputeTime();
    figures.settingsSetAtRunTime = monitor.setAtRunTime().size();
    if (now >= nextHeavyKey) {
      nextHeavyKey = now + HEAVY_KEY_INTERVAL;
      figures.keyAboveFairShare = monitor.keyAboveFairShare(now);
    }
    Judgement last = monitor.history().last();
    if (last != null && last != judged) {
      judged = last;
      show(last.verdict(), last.reason());
    }
  }

  private void show(Verdict verdict, String reason) {
    if (verdict.isRefusal()) {
      figures.judgementsRefused++;
    }
    if (verdict == Verdict.KEY_ABOVE_FAIR_SHARE && !warnedOfHeavyKey) {
      warnedOfHeavyKey = true;
      LOG.warn(
          "{}: {}. The metric {} tells the share from now on.",
          name(),
          reason,
          MonitorMetrics.KEY_ABOVE_FAIR_SHARE);
    }
  }

  /**
   * The load of each subtask behind the exchange. The number of keys is not known if a function of
   * the key places them.
   */
  TargetLoads loads() {
    return settings.local() == null
        ? authority.placedLoads().plusKeys(movedKeys())
        : new TargetLoads(new long[records.length], records.clone());
  }

  private long[] movedKeys() {
    if (countedMap != coordination.moved()) {
      countedMap = coordination.moved();
      movedKeys = new long[records.length];
      countedMap.forEach(
          (key, keyGroup) -> {
            int before = authority.keptKeyGroup(key);
            if (before != KeyGroupTable.ABSENT) { // others are not counted
              movedKeys[subtaskOf(before)]--;
              movedKeys[subtaskOf(keyGroup)]++;
            }
          });
    }
    return movedKeys;
  }

  MonitorView view() {
    figures.movedKeys = coordination.moved().size();
    return new MonitorView(
        monitor.settings().sampleRate(), monitor.settings().weights(), figures.copy());
  }

  // -------------------------------------------------------------------------------- its subtasks

  void heard(int input, int sender, SyncMessage.FromSender message) {
    synchronized (authority) {
      SyncDrill.haltBefore(message);
      message.deliver(coordination, input, sender);
      SyncDrill.haltAfter(message);
    }
  }

  void heard(int receiver, SyncMessage.FromReceiver message) {
    synchronized (authority) {
      SyncDrill.haltBefore(message);
      message.deliver(coordination, receiver);
      SyncDrill.haltAfter(message);
    }
  }

  /** Returns the first message to the sender. */
  SyncMessage.ToSender senderStarted(int input, int sender) {
    return coordination.senderStarted(input, sender);
  }

  void senderFailed(int input, int sender) {
    coordination.senderFailed(input, sender);
  }

  void senderReset(int input, int sender, long checkpoint) {
    coordination.senderReset(input, sender, checkpoint);
  }

  @Nullable
  SyncMessage.ToSender askedToEnd(int input, int sender) {
    return coordination.askedToEnd(input, sender);
  }

  void receiverStarted(int receiver) {
    coordination.receiverStarted(receiver);
  }

  void receiverFailed(int receiver) {
    coordination.receiverFailed(receiver);
  }

  void receiverReset(int receiver, long checkpoint) {
    coordination.receiverReset(receiver, checkpoint);
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

  void checkpointRequested(long checkpoint) {
    coordination.checkpointRequested(checkpoint);
  }

  void checkpointCompleted(long checkpoint) {
    unsaved.completed(checkpoint);
    coordination.checkpointCompleted(checkpoint);
  }

  void checkpointAborted(long checkpoint) {
    coordination.checkpointAborted(checkpoint);
  }

  @Override
  public void releaseCheckpoint(long checkpoint) {
    for (ExchangeCoordinator coordinator : coordinators) {
      coordinator.release(checkpoint);
    }
  }

  void snapshot(long checkpoint, DataOutputSerializer out) throws IOException {
    out.writeUTF(settings.name());
    out.writeInt(settings.maxParallelism());
    out.writeUTF(control.connectedAddress());
    byte[] syncs = coordination.snapshot();
    out.writeInt(syncs.length);
    out.write(syncs);
    monitor.write(out);
    unsaved.written(checkpoint, monitor.setAtRunTime());
  }

  /**
   * Restores a snapshot.
   *
   * @param in null for an initial start
   */
  void reset(long checkpoint, @Nullable DataInputDeserializer in) throws IOException {
    byte[] syncs = null;
    if (in != null) {
      KeyPlacements.checkSame(in.readUTF(), in.readInt(), settings);
      control.restore(in.readUTF());
      syncs = new byte[in.readInt()];
      in.readFully(syncs);
    }
    coordination.resetToCheckpoint(checkpoint, syncs);
    toldOfEndedInput = false;
    decision = null;
    moves = null;
    LoadMonitor before = monitor;
    monitor = newMonitor();
    if (in != null) {
      warn(monitor.restore(in, System.currentTimeMillis()));
    }
    unsaved.restored(monitor.setAtRunTime());
    judged = monitor.history().last();
    // after a restore in the same process, the settings may be newer than those in the checkpoint
    warn(monitor.applyAgain(before.setAtRunTime()));
    LOG.info(
        "{}: goes back to {}: {} keys are not where the strategy places them; the monitor: {}; set"
            + " while the job ran: {}.",
        name(),
        in == null ? "the beginning" : "checkpoint " + checkpoint,
        coordination.moved().size(),
        monitor.settings(),
        monitor.setAtRunTime());
  }

  private void warn(List<String> refused) {
    refused.forEach(
        command ->
            LOG.warn(
                "{}: a setting from an earlier command is not valid any more: {}",
                name(),
                command));
  }

  /** The keys that are not in the key group of the strategy. */
  MovedKeys moved() {
    return coordination.moved();
  }
}
