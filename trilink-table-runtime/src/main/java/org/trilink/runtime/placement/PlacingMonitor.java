/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.move.balance.LoadSampler;
import org.trilink.runtime.move.balance.RecordCounter;
import org.trilink.runtime.move.balance.RecordCounts;
import org.trilink.runtime.move.protocol.MovedKeys;
import org.trilink.runtime.move.protocol.SyncMarker;
import org.trilink.runtime.move.protocol.SyncMessage;
import org.trilink.runtime.move.protocol.SyncSender;

/**
 * The part of a placing subtask that works for a monitor: it samples records and takes part in
 * Syncs.
 */
final class PlacingMonitor extends SubtaskMoves implements SyncSender.Effects {

  /** The minimum interval at which to report, in ms; the interval per subtask is the next one. */
  private static final long REPORT_INTERVAL = 250;

  private static final long REPORT_INTERVAL_PER_SUBTASK = 2;

  private final RowType keyType;
  private final int maxParallelism;
  private final int targetParallelism;
  private final OperatorEventGateway coordinator;
  private final MarkerOutput output;
  private final SyncSender sync;
  private final long seed;

  private double sampleRate;
  @Nullable private int[] weights;
  private LoadSampler sampler;

  /** The keys that have been moved; null if none. */
  @Nullable private KeyGroupTable moved;

  private int epoch;
  private final List<SyncMessage.ToSender> early = new ArrayList<>();
  private boolean ended;

  /**
   * @param input of the operator behind the exchange, from 0 on
   * @param subtask the placing subtask's index
   */
  PlacingMonitor(
      PlacementSettings settings,
      int input,
      int subtask,
      OperatorEventGateway coordinator,
      MarkerOutput output) {
    keyType = settings.keyType();
    maxParallelism = settings.maxParallelism();
    targetParallelism = settings.targetParallelism();
    this.coordinator = coordinator;
    this.output = output;
    sync = new SyncSender(input, subtask, this);
    seed = 31L * input + subtask;
    sampleRate = settings.monitor().sampleRate();
    weights = settings.monitor().weights();
    sampler = newSampler();
  }

  private LoadSampler newSampler() {
    return new LoadSampler(
        sampleRate,
        CandidateStrategies.of(keyType, maxParallelism, targetParallelism, weights),
        targetParallelism,
        seed);
  }

  // ------------------------------------------------------------------------------------- records

  /** Whether it knows the map of moved keys: before that no record can be placed. */
  boolean isReady() {
    return sync.knowsMap();
  }

  /**
   * Places a record.
   *
   * @param base where the strategy puts its key
   * @return the key group to which it is sent
   */
  int place(BinaryRowData key, int hash, int base) {
    sampler.record(key, hash);
    return keyGroupOf(key, hash, base);
  }

  private int keyGroupOf(BinaryRowData key, int hash, int base) {
    if (moved == null) {
      return base;
    }
    int keyGroup = moved.get(key, hash);
    return keyGroup == KeyGroupTable.ABSENT ? base : keyGroup;
  }

  // ------------------------------------------------------------------------------------- reports

  @Override
  long reportInterval(int placingSubtasks) {
    return Math.max(REPORT_INTERVAL, REPORT_INTERVAL_PER_SUBTASK * placingSubtasks);
  }

  @Override
  @Nullable
  PlacementRequest report(RecordCounter counter, BaseKeyGroups bases, boolean asksForSpread) {
    return isReady()
        ? new PlacementRequest.Report(
            sampler.take(
                counter.take(),
                key -> bases.keyGroup(key, key.hashCode()),
                (key, base) -> keyGroupOf(key, key.hashCode(), base)))
        : null;
  }

  /** They are in the reports. */
  @Override
  RecordCounts countsToRequest(RecordCounter counter) {
    return RecordCounts.NONE;
  }

  /** Follows the monitor's settings, which may have been changed, and shows its figures. */
  @Override
  void follow(MonitorView view, PlacingMetrics metrics) {
    metrics.show(view.figures);
    boolean otherWeights = !Arrays.equals(view.weights, weights);
    if (otherWeights || view.sampleRate != sampleRate) {
      sampleRate = view.sampleRate;
      weights = view.weights;
      if (otherWeights) {
        sampler = newSampler();
      } else {
        sampler.setRate(sampleRate);
      }
    }
  }

  // --------------------------------------------------------------------------------------- Syncs

  /** The first message is the map. */
  @Override
  void begin(SyncMessage.ToSender message) throws IOException {
    deliver(message);
    for (SyncMessage.ToSender next : early) {
      deliver(next);
    }
    early.clear();
  }

  /** A later message. It takes another path and may arrive before the first one. */
  void onMessage(SyncMessage.ToSender message) throws IOException {
    if (isReady()) {
      deliver(message);
    } else {
      early.add(message);
    }
  }

  private void deliver(SyncMessage.ToSender message) throws IOException {
    SyncProbe.installed().before(message);
    message.deliver(sync);
    SyncProbe.installed().after(message);
    MovedKeys map = sync.moved();
    if (map != null && map.epoch() != epoch) {
      epoch = map.epoch();
      KeyGroupTable table = new KeyGroupTable();
      map.forEach((key, keyGroup) -> table.add(key, key.hashCode(), keyGroup));
      moved = map.size() == 0 ? null : table;
    }
  }

  /** Whether no Sync is under way. */
  boolean isIdle() {
    return sync.mayEnd();
  }

  @Override
  boolean hasEnded() {
    return ended;
  }

  /**
   * Handles the coordinator's answer to the question whether the subtask may end.
   *
   * @param lastSenderMessage the last message that it has sent to all placing subtasks, null if
   *     none
   */
  void answeredAtEnd(@Nullable SyncMessage.ToSender lastSenderMessage) throws IOException {
    if (lastSenderMessage != null) {
      onMessage(lastSenderMessage);
    }
    if (sync.mayEnd()) {
      sync.end();
      ended = true;
    }
  }

  @Override
  public void tell(SyncMessage.FromSender message) {
    coordinator.sendEventToCoordinator(message);
  }

  @Override
  public void sendToAllChannels(SyncMarker marker) {
    for (int target = 0; target < targetParallelism; target++) {
      int keyGroup =
          KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                  maxParallelism, targetParallelism, target)
              .getStartKeyGroup();
      output.send(new MarkerRow(marker), keyGroup);
    }
    output.flush();
  }

  /** Sends markers. */
  interface MarkerOutput {

    /** Sends a marker to the subtask that owns a key group. */
    void send(MarkerRow marker, int keyGroup);

    /** Flushes the output buffers, so that markers do not wait for more records. */
    void flush();
  }
}
