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
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
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
import org.trilink.runtime.balance.LoadReport;
import org.trilink.runtime.balance.RecordCounts;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;

/**
 * Decides on the key groups of all keys of an exchange, or of the two inputs of a join. It serves
 * the coordinators of the placing operators, one per input, and of the keyed operator if keys are
 * moved. A JobMaster calls these coordinators from one thread; a monitor has its own thread, so
 * every access is synchronized.
 */
final class PlacementAuthority {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementAuthority.class);

  private static final int VERSION = 2;

  /**
   * The authorities that have not been started so far, by their shared ids. Static, because Flink
   * creates the coordinators of an exchange one by one, without a common context. Each entry
   * belongs to the coordinators that share the id: the first one adds it, and it is removed when
   * they are started or closed.
   */
  private static final Map<String, PlacementAuthority> NEW = new HashMap<>();

  /**
   * The coordinators of the placing operators, by input, then that of the keyed operator if keys
   * are moved.
   */
  private final ExchangeCoordinator[] coordinators;

  /** The first input's settings; null until they have arrived. */
  @Nullable private PlacementSettings settings;

  /** Null before the first key, so that a history is not placed unnecessarily before a restore. */
  @Nullable private KeyPlacements placements;

  /** Null if keys stay where they are. */
  @Nullable private SyncLeader syncs;

  /** The last checkpoint; it contains all decisions from before it was taken. */
  private long checkpoint = OperatorCoordinator.NO_CHECKPOINT;

  private PlacementAuthority(int coordinators) {
    this.coordinators = new ExchangeCoordinator[coordinators];
  }

  // --------------------------------------------------------------------------- its coordinators

  /** The authority that serves the coordinator of a placing operator. */
  static PlacementAuthority ofInput(PlacementCoordinator input, PlacementSettings settings) {
    return join(input, input.input(), settings.coordinators(), settings.sharedId(), settings);
  }

  /** The authority that serves the coordinator of a keyed operator. */
  static PlacementAuthority ofKeyedOperator(KeyedCoordinator keyed, String sharedId, int inputs) {
    return join(keyed, inputs, inputs + 1, sharedId, null);
  }

  /**
   * The authority on behalf of which the coordinator of an operator before a keyed one answers. The
   * coordinators of the exchange are created first: their operators are before it, or further down
   * its chain.
   */
  static PlacementAuthority ofHead(String sharedId) {
    synchronized (NEW) {
      return Objects.requireNonNull(NEW.get(sharedId));
    }
  }

  private static PlacementAuthority join(
      ExchangeCoordinator coordinator,
      int role,
      int roles,
      @Nullable String sharedId,
      @Nullable PlacementSettings settings) {
    synchronized (NEW) {
      PlacementAuthority authority = NEW.get(sharedId);
      if (authority == null || authority.coordinators[role] != null) {
        // the first coordinator; an existing entry was left by a JobMaster that failed before the
        // start
        authority = new PlacementAuthority(roles);
      }
      authority.coordinators[role] = coordinator;
      if (settings != null) {
        authority.settings = settings;
      }
      if (sharedId != null) {
        NEW.put(sharedId, authority);
      }
      if (authority.hasAll()) {
        authority.complete();
      }
      return authority;
    }
  }

  private boolean hasAll() {
    return Arrays.stream(coordinators).allMatch(Objects::nonNull);
  }

  private void complete() {
    if (settings.local() != null) {
      settings.local().open(settings.keyType());
    }
    if (settings.monitor() != null) {
      syncs = new SyncLeader(settings, coordinators, this);
    }
  }

  /** One of the coordinators is started. A JobMaster creates all of them before that. */
  void start(ExchangeCoordinator coordinator) {
    if (hasAll()) {
      forget();
    }
    if (syncs != null && coordinator.isOwner()) {
      syncs.start();
    }
  }

  void close() {
    forget();
    if (syncs != null) {
      synchronized (this) {
        syncs.close();
      }
    }
  }

  private void forget() {
    synchronized (NEW) {
      NEW.values().remove(this);
    }
  }

  /** Answers a client. */
  synchronized CompletableFuture<CoordinationResponse> answer(CoordinationRequest request) {
    if (request instanceof ControlRequest) {
      String command = ((ControlRequest) request).command();
      return CompletableFuture.completedFuture(new ControlAnswer(syncs().answer(command)));
    }
    return FutureUtils.completedExceptionally(
        new FlinkException(
            "The coordinator of placed keys answers " + ControlRequest.class.getName() + " only."));
  }

  /**
   * The leader of the Syncs.
   *
   * @throws NullPointerException if keys stay where they are
   */
  SyncLeader syncs() {
    return Objects.requireNonNull(syncs);
  }

  // ---------------------------------------------------------------------------------- decisions

  /** Whether all decisions from before a restart are known. */
  private boolean isComplete() {
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
    counts.forEach(placements()::count);
    return PlacementAnswer.of(
        placements().place(keys),
        checkpoint,
        withLoads ? placements().targetLoads() : null,
        withSpread ? placements().spread() : null);
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
        report.counts().forEach(placements()::count);
      }
      syncs.report(report);
    }
    return PlacementAnswer.ofMonitor(syncs.loads(), syncs.view());
  }

  /** Adds what a subtask has restored. */
  synchronized PlacementAnswer learn(KeyBatch keys, short[] keyGroups, int spreadOver) {
    keys.forEach((index, key) -> placements().learn(key, keyGroups[index]));
    if (spreadOver > 0) {
      placements().learnSpread(spreadOver);
    }
    return PlacementAnswer.of(keyGroups, checkpoint, null, null);
  }

  /** A placing subtask has reported all that it has restored and starts. */
  synchronized PlacementAnswer senderStarted(int input, int sender, PlacementAnswer answer) {
    return syncs == null ? answer : answer.with(syncs.senderStarted(input, sender));
  }

  synchronized PlacementAnswer end(int input, int sender) {
    return PlacementAnswer.ofWord(syncs == null ? null : syncs.askedToEnd(input, sender));
  }

  void senderFailed(int input, int sender) {
    if (syncs != null) {
      syncs.senderFailed(input, sender);
    }
  }

  void senderReset(int input, int sender, long checkpointId) {
    if (syncs != null) {
      syncs.senderReset(input, sender, checkpointId);
    }
  }

  /**
   * The key group in which the strategy puts a key, regardless of moves; {@link
   * KeyGroupTable#ABSENT} if it is not known.
   */
  int baseKeyGroup(BinaryRowData key) {
    return settings.local() == null
        ? (isComplete() ? placements().find(key) : placements().findKept(key))
        : BaseKeyGroups.chosen(settings.local(), settings.readable(key), settings.maxParallelism());
  }

  /**
   * The key group in which the coordinator has placed a key that it keeps; {@link
   * KeyGroupTable#ABSENT} if it does not keep it. Only if the coordinator places keys.
   */
  int keptKeyGroup(BinaryRowData key) {
    return placements().findKept(key);
  }

  /**
   * The loads of the subtasks behind the exchange by the strategy's placement; only if the
   * coordinator places keys.
   */
  TargetLoads placedLoads() {
    return placements().targetLoads();
  }

  private KeyPlacements placements() {
    if (placements == null) {
      placements = new KeyPlacements(settings);
    }
    return placements;
  }

  // -------------------------------------------------------------------------------- checkpoints

  /** Flink has requested a coordinator's part of a checkpoint. */
  void checkpointRequested(long checkpointId, ExchangeCoordinator coordinator) {
    if (syncs == null) {
      coordinator.release(checkpointId);
    } else {
      syncs.checkpointRequested(checkpointId);
    }
  }

  synchronized void checkpointCompleted(long checkpointId) {
    if (syncs != null) {
      syncs.checkpointCompleted(checkpointId);
    }
  }

  synchronized void checkpointAborted(long checkpointId) {
    if (syncs != null) {
      syncs.checkpointAborted(checkpointId);
    }
  }

  byte[] snapshot(long checkpointId) throws IOException {
    boolean coordinated = settings.local() == null;
    DataOutputSerializer out =
        new DataOutputSerializer(64 + (coordinated ? placements().snapshotBytes() : 0));
    out.writeInt(VERSION);
    out.writeBoolean(coordinated);
    if (coordinated) {
      placements().write(out);
    }
    out.writeBoolean(syncs != null);
    if (syncs != null) {
      syncs.snapshot(checkpointId, out);
    }
    checkpoint = checkpointId;
    return out.getCopyOfBuffer();
  }

  /**
   * Restores a snapshot; null for an initial start.
   *
   * @throws IllegalStateException if the keys were placed by another strategy, or over another
   *     number of key groups
   */
  void reset(long checkpointId, @Nullable byte[] snapshot) throws IOException {
    checkpoint = checkpointId;
    placements = null;
    DataInputDeserializer in = snapshot == null ? null : new DataInputDeserializer(snapshot);
    if (in != null) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IllegalStateException(
            "The keys' placement was written by another version of Trilink (format "
                + version
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
    if (syncs != null) {
      syncs.reset(checkpointId, monitored ? in : null);
    }
  }
}
