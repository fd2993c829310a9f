/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.FlinkException;
import org.apache.flink.util.concurrent.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.move.balance.LoadReport;
import org.trilink.runtime.move.balance.RecordCounts;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;

/**
 * Decides on the key groups of all keys of an exchange, or of the two inputs of a join. It serves
 * the coordinators of the placing operators, one per input, and of the keyed operator if keys are
 * moved.
 *
 * <p><b>Threads.</b> A JobMaster calls the coordinators in its main thread, and there it also
 * answers the calls of subtasks; it must not wait for them. What these calls read and change is in
 * memory, and guarded by one lock: this object's, for the authority, the coordinators and the
 * {@link SyncLeader}. Nobody waits for anything, or works long, while holding it. Judging loads,
 * commands, the status, the placement of a history and writing a checkpoint, of which only an
 * {@linkplain PlacementImage image} is taken, are left to the {@link CoordinatorThread}, which
 * takes the lock only to hand over what it has decided; the state of the {@link ExchangeMonitor}
 * belongs to that thread alone, and others hand over to it what has happened. A user's {@link
 * KeyPlacementStrategy} is not called in the JobManager at all: placing subtasks report where it
 * puts keys.
 */
final class PlacementAuthority {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementAuthority.class);

  /** The format of the state in checkpoints, that of its parts included. */
  private static final int FORMAT = 1;

  /**
   * The authorities that have not been started so far, by their shared ids. Static, because Flink
   * creates the coordinators of an exchange one by one, without a common context. Each entry
   * belongs to the coordinators that share the id: the first one adds it, and it is removed when
   * they are started or closed.
   */
  @GuardedBy("itself")
  private static final Map<String, PlacementAuthority> NEW = new HashMap<>();

  private final PlacementSettings settings;

  /**
   * The coordinators of the placing operators, by input, then that of the keyed operator if keys
   * are moved; null for those that are not there yet.
   */
  @GuardedBy("this")
  private final ExchangeCoordinator[] coordinators;

  /** The thread of the coordinators; null before all of them are there. */
  @GuardedBy("this")
  @Nullable
  private CoordinatorThread thread;

  /** Moves keys, or lets them stay where they are; null before all coordinators are there. */
  @GuardedBy("this")
  @Nullable
  private ExchangeMoves moves;

  /**
   * The key groups of all keys; null before the first key, so that a history is not placed
   * unnecessarily before a restore.
   */
  @GuardedBy("this")
  @Nullable
  private KeyPlacements placements;

  /** The last checkpoint; it contains all decisions from before it was taken. */
  @GuardedBy("this")
  private long checkpoint = OperatorCoordinator.NO_CHECKPOINT;

  /** How often the job was restored. */
  @GuardedBy("this")
  private int restores;

  /** The results of checkpoints that wait for the keys of the history to be placed. */
  @GuardedBy("this")
  private final TreeMap<Long, CompletableFuture<byte[]>> waitingForHistory = new TreeMap<>();

  @GuardedBy("this")
  private boolean closed;

  private PlacementAuthority(PlacementSettings settings) {
    this.settings = settings;
    coordinators = new ExchangeCoordinator[settings.coordinators()];
  }

  // --------------------------------------------------------------------------- its coordinators

  /** The authority that serves the coordinator of a placing operator, which is to be added. */
  static PlacementAuthority ofInput(int input, PlacementSettings settings) {
    synchronized (NEW) {
      PlacementAuthority authority = NEW.get(settings.sharedId());
      if (authority == null || authority.has(input)) {
        // the first coordinator; an existing entry was left by a JobMaster that failed before the
        // start
        authority = new PlacementAuthority(settings);
        if (settings.sharedId() != null) {
          NEW.put(settings.sharedId(), authority);
        }
      }
      return authority;
    }
  }

  /**
   * The authority of an exchange whose keys are moved, for the coordinator of an operator behind
   * it. The coordinators of the placing operators are created first: their operators are before it.
   */
  static PlacementAuthority ofShared(String sharedId) {
    synchronized (NEW) {
      return Objects.requireNonNull(NEW.get(sharedId));
    }
  }

  private synchronized boolean has(int index) {
    return coordinators[index] != null;
  }

  /** Adds the coordinator of the keyed operator. */
  void add(KeyedCoordinator keyed) {
    add(settings.inputs(), keyed);
  }

  /**
   * Adds a coordinator; the last one completes the authority.
   *
   * @param index the input of a placing operator, the number of inputs for the keyed one
   */
  synchronized void add(int index, ExchangeCoordinator coordinator) {
    coordinators[index] = coordinator;
    if (Arrays.stream(coordinators).allMatch(Objects::nonNull)) {
      String operator = coordinators[coordinators.length - 1].operatorName();
      OperatorCoordinator.Context first = coordinators[0].context();
      thread = new CoordinatorThread(operator, first::failJob);
      moves =
          settings.monitor() == null
              ? new ExchangeMoves(thread)
              : new SyncLeader(settings, coordinators, this, thread);
    }
  }

  /** One of the coordinators is started. A JobMaster creates all of them before that. */
  void start(ExchangeCoordinator coordinator) {
    synchronized (this) {
      if (thread == null) {
        return;
      }
      if (coordinator.isOwner()) {
        thread.start();
        placeHistory();
        moves.start();
      }
    }
    forget();
  }

  /** Called by each coordinator; does not wait for the thread to end. */
  void close() {
    forget();
    synchronized (this) {
      if (closed || thread == null) {
        return;
      }
      closed = true;
      abandonCheckpoints("The job ends.");
      moves.close();
      thread.close();
    }
  }

  private void forget() {
    synchronized (NEW) {
      NEW.values().remove(this);
    }
  }

  /** Answers a client. */
  CompletableFuture<CoordinationResponse> answer(CoordinationRequest request) {
    if (request instanceof ControlRequest) {
      return leader().answer(((ControlRequest) request).command()).thenApply(ControlAnswer::new);
    }
    return FutureUtils.completedExceptionally(
        new FlinkException(
            "The coordinator of placed keys answers " + ControlRequest.class.getName() + " only."));
  }

  synchronized ExchangeMoves moves() {
    return moves;
  }

  /**
   * The leader of the Syncs.
   *
   * @throws ClassCastException if keys stay where they are
   */
  synchronized SyncLeader leader() {
    return (SyncLeader) moves;
  }

  // ---------------------------------------------------------------------------------- decisions

  /** Whether all decisions from before a restart are known, and the keys of the history placed. */
  @GuardedBy("this")
  private boolean isComplete() {
    if (awaitsHistory()) {
      return false;
    }
    for (int input = 0; input < settings.inputs(); input++) {
      if (((PlacementCoordinator) coordinators[input]).awaitsSubtasks()) {
        return false;
      }
    }
    return true;
  }

  /** The key groups of some keys; null if they are not known yet. */
  @Nullable
  synchronized PlacementAnswer place(
      KeyBatch keys, RecordCounts counts, boolean withLoads, boolean withSpread) {
    if (!isComplete()) {
      return null;
    }
    KeyPlacements all = placements();
    counts.forEach(all::count);
    return PlacementAnswer.of(
        all.place(keys),
        checkpoint,
        withLoads ? all.targetLoads() : null,
        withSpread ? all.spread() : null);
  }

  /**
   * Adds what a placing subtask reports.
   *
   * @param report null if it may have been received already
   * @return null if it is to be reported again later
   */
  @Nullable
  synchronized PlacementAnswer report(@Nullable LoadReport report) {
    if (!isComplete()) {
      return null;
    }
    if (report != null) {
      if (settings.local() == null) {
        KeyPlacements all = placements();
        report.counts().forEach(all::count);
      }
      leader().report(report);
    }
    return PlacementAnswer.ofMonitor(leader().loads(), leader().view());
  }

  /** Adds what a subtask has restored. */
  synchronized PlacementAnswer learn(KeyBatch keys, short[] keyGroups, int spreadOver) {
    if (keys.size() > 0 || spreadOver > 0) {
      KeyPlacements all = placements();
      keys.forEach((index, key) -> all.learn(key, keyGroups[index]));
      all.learnSpread(spreadOver);
    }
    return PlacementAnswer.of(keyGroups, checkpoint, null, null);
  }

  synchronized PlacementAnswer end(int input, int sender) {
    return PlacementAnswer.ofLastMessage(moves.askedToEnd(input, sender));
  }

  /**
   * The key group in which the coordinator has placed a key that it keeps; {@link
   * KeyGroupTable#ABSENT} if it does not keep it. Only if the coordinator places keys.
   */
  synchronized int keptKeyGroup(BinaryRowData key) {
    return placements().findKept(key);
  }

  /**
   * The loads of the subtasks behind the exchange by the strategy's placement; only if the
   * coordinator places keys.
   */
  synchronized TargetLoads placedLoads() {
    return placements().targetLoads();
  }

  @GuardedBy("this")
  private KeyPlacements placements() {
    if (placements == null) {
      placements = new KeyPlacements(settings);
    }
    return placements;
  }

  // ------------------------------------------------------------------------------------- history

  @GuardedBy("this")
  private boolean awaitsHistory() {
    return settings.local() == null && placements == null && settings.placement().history() != null;
  }

  /** Has the keys of the history placed, which may be many. Until then no other key is placed. */
  @GuardedBy("this")
  private void placeHistory() {
    if (thread != null && thread.isStarted() && awaitsHistory()) {
      int ofRestores = restores;
      thread.execute(() -> use(new KeyPlacements(settings), ofRestores));
    }
  }

  private synchronized void use(KeyPlacements withHistory, int ofRestores) {
    if (ofRestores == restores) {
      if (awaitsHistory()) { // else restored keys have made a placement, which has the history, too
        placements = withHistory;
      }
      for (Map.Entry<Long, CompletableFuture<byte[]>> waiting : waitingForHistory.entrySet()) {
        FutureUtils.forward(snapshotNow(waiting.getKey()), waiting.getValue());
      }
      waitingForHistory.clear();
    }
  }

  /** Flink takes no other checkpoint before it has each result that it waits for. */
  @GuardedBy("this")
  private void abandonCheckpoints(String why) {
    waitingForHistory
        .values()
        .forEach(result -> result.completeExceptionally(new FlinkException(why)));
    waitingForHistory.clear();
  }

  // -------------------------------------------------------------------------------- checkpoints

  synchronized CompletableFuture<byte[]> snapshot(long checkpointId) {
    if (!awaitsHistory()) {
      return snapshotNow(checkpointId);
    }
    CompletableFuture<byte[]> later = new CompletableFuture<>();
    waitingForHistory.put(checkpointId, later);
    return later;
  }

  @GuardedBy("this")
  private CompletableFuture<byte[]> snapshotNow(long checkpointId) {
    try {
      PlacementImage placed = settings.local() == null ? placements().image() : null;
      checkpoint = checkpointId;
      return moves.snapshot(checkpointId, () -> written(placed, settings.monitor() != null));
    } catch (IOException | RuntimeException | Error e) {
      return FutureUtils.completedExceptionally(e);
    }
  }

  /**
   * The beginning of a checkpoint, which the coordinators' thread writes.
   *
   * @param placed null if the coordinator does not place keys
   */
  private static DataOutputSerializer written(@Nullable PlacementImage placed, boolean monitored)
      throws IOException {
    DataOutputSerializer out =
        new DataOutputSerializer(64 + (placed == null ? 0 : placed.sizeInBytes()));
    out.writeInt(FORMAT);
    out.writeBoolean(placed != null);
    if (placed != null) {
      placed.write(out);
    }
    out.writeBoolean(monitored);
    return out;
  }

  /**
   * Restores a snapshot; null for an initial start.
   *
   * @throws IllegalStateException if another version of Trilink wrote it, or the keys were placed
   *     by another strategy, or over another number of key groups
   */
  synchronized void reset(long checkpointId, @Nullable byte[] snapshot) throws IOException {
    checkpoint = checkpointId;
    restores++;
    placements = null;
    abandonCheckpoints("The job is restored.");
    DataInputDeserializer in = snapshot == null ? null : new DataInputDeserializer(snapshot);
    if (in != null) {
      int format = in.readInt();
      if (format != FORMAT) {
        throw new IllegalStateException(
            "The keys' placement was written by another version of Trilink (format "
                + format
                + "). Restore it with that version.");
      }
      boolean coordinated = in.readBoolean();
      if (coordinated) {
        placements = KeyPlacements.read(in, settings);
      }
    }
    LOG.info(
        "Key placement, operator {}: is reset to {}: {}.",
        coordinators[0].operatorName(),
        in == null ? "the beginning" : "checkpoint " + checkpointId,
        settings.local() == null
            ? (placements == null ? 0 : placements.size()) + " keys are placed"
            : "keys are placed by a function of the key");
    boolean monitored = in != null && in.readBoolean();
    moves.reset(checkpointId, monitored ? in : null);
    placeHistory();
  }
}
