/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.trilink.runtime.move.protocol.SyncMessage;

/** The coordinator's answer to a {@link PlacementRequest}. */
final class PlacementAnswer implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final short[] NO_KEY_GROUPS = {};
  private static final OperatorEvent[] NO_MESSAGES = {};

  private final short[] keyGroups;
  private final long checkpoint;
  @Nullable private final TargetLoads loads;
  @Nullable private final SpreadKeys spread;
  @Nullable private final SyncMessage.ToSender word;
  @Nullable private final MonitorView monitor;
  private final OperatorEvent[] messages;

  private PlacementAnswer(
      short[] keyGroups,
      long checkpoint,
      @Nullable TargetLoads loads,
      @Nullable SpreadKeys spread,
      @Nullable SyncMessage.ToSender word,
      @Nullable MonitorView monitor,
      OperatorEvent[] messages) {
    this.keyGroups = keyGroups;
    this.checkpoint = checkpoint;
    this.loads = loads;
    this.spread = spread;
    this.word = word;
    this.monitor = monitor;
    this.messages = messages;
  }

  /**
   * Key groups, in the order of the request.
   *
   * @param loads null if they were not asked for
   * @param spread null if they were not asked for, or no keys are spread
   */
  static PlacementAnswer of(
      short[] keyGroups,
      long checkpoint,
      @Nullable TargetLoads loads,
      @Nullable SpreadKeys spread) {
    return new PlacementAnswer(keyGroups, checkpoint, loads, spread, null, null, NO_MESSAGES);
  }

  /** Returns this answer with a Sync message. */
  PlacementAnswer with(@Nullable SyncMessage.ToSender message) {
    return new PlacementAnswer(keyGroups, checkpoint, loads, spread, message, monitor, NO_MESSAGES);
  }

  /** The answer to a report, if a monitor is on. */
  static PlacementAnswer ofMonitor(TargetLoads loads, MonitorView monitor) {
    return new PlacementAnswer(NO_KEY_GROUPS, -1, loads, null, null, monitor, NO_MESSAGES);
  }

  /** An answer with only a Sync message. */
  static PlacementAnswer ofLastMessage(@Nullable SyncMessage.ToSender word) {
    return new PlacementAnswer(NO_KEY_GROUPS, -1, null, null, word, null, NO_MESSAGES);
  }

  /** The answer to a fetch of messages. */
  static PlacementAnswer ofMessages(OperatorEvent[] messages) {
    return new PlacementAnswer(NO_KEY_GROUPS, -1, null, null, null, null, messages);
  }

  /** The key group of one of the request's keys, in their order. */
  int keyGroup(int index) {
    return keyGroups[index];
  }

  /**
   * The last checkpoint of the coordinator before this answer. Later checkpoints contain the
   * decisions in this answer; this one may not.
   */
  long checkpoint() {
    return checkpoint;
  }

  /** Returns the loads of the target's subtasks; null if they were not asked for. */
  @Nullable
  TargetLoads loads() {
    return loads;
  }

  /** How further keys are placed; null if that was not asked for, or each is placed. */
  @Nullable
  SpreadKeys spread() {
    return spread;
  }

  /** The coordinator's message about Syncs; null if there is none. */
  @Nullable
  SyncMessage.ToSender word() {
    return word;
  }

  /** The messages that were fetched, in order; none in the answer to another request. */
  OperatorEvent[] messages() {
    return messages;
  }

  /** The monitor's view; null except in the answer to a report. */
  @Nullable
  MonitorView monitor() {
    return monitor;
  }
}
