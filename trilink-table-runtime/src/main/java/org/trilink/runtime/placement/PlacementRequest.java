/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.trilink.runtime.move.balance.LoadReport;
import org.trilink.runtime.move.balance.RecordCounts;

/** A request from a subtask to its coordinator. */
abstract class PlacementRequest implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The answer; null if the request must be made again later. */
  @Nullable
  PlacementAnswer answerOf(ExchangeCoordinator coordinator, int subtask) {
    return answerOf((PlacementCoordinator) coordinator, subtask);
  }

  /**
   * The answer of a placing operator's coordinator; null if the request must be made again later.
   */
  @Nullable
  abstract PlacementAnswer answerOf(PlacementCoordinator coordinator, int subtask);

  /**
   * The request to send if it is not known whether the coordinator has already received this one.
   */
  PlacementRequest again() {
    return this;
  }

  /**
   * Asks for the key groups of some keys. The request also carries the record counts since the last
   * request.
   */
  static final class NewKeys extends PlacementRequest {

    private static final long serialVersionUID = 1L;

    private final KeyBatch keys;
    private final RecordCounts counts;
    private final boolean withLoads;
    private final boolean withSpread;

    /**
     * @param withLoads whether the answer is to have the loads of the target's subtasks
     * @param withSpread whether the answer is to say how further keys are spread, if they are
     */
    NewKeys(KeyBatch keys, RecordCounts counts, boolean withLoads, boolean withSpread) {
      this.keys = keys;
      this.counts = counts;
      this.withLoads = withLoads;
      this.withSpread = withSpread;
    }

    @Override
    @Nullable
    PlacementAnswer answerOf(PlacementCoordinator coordinator, int subtask) {
      return coordinator.authority().place(keys, counts, withLoads, withSpread);
    }

    /** Records may be missed but are never counted twice; a key gets its key group only once. */
    @Override
    PlacementRequest again() {
      return new NewKeys(keys, RecordCounts.NONE, withLoads, withSpread);
    }
  }

  /** The report to the monitor since the last one. */
  static final class Report extends PlacementRequest {

    private static final long serialVersionUID = 1L;

    @Nullable private final LoadReport report;

    Report(LoadReport report) {
      this.report = report;
    }

    @Override
    @Nullable
    PlacementAnswer answerOf(PlacementCoordinator coordinator, int subtask) {
      return coordinator.authority().report(report);
    }

    /** Records may be missed but are never counted twice. */
    @Override
    PlacementRequest again() {
      return new Report(null);
    }
  }

  /** Fetches the coordinator's messages. A keyed operator's subtasks send this, too. */
  static final class NextMessages extends PlacementRequest {

    private static final long serialVersionUID = 1L;

    private final int received;

    /**
     * @param received how many messages the subtask has received so far
     */
    NextMessages(int received) {
      this.received = received;
    }

    @Override
    PlacementAnswer answerOf(ExchangeCoordinator coordinator, int subtask) {
      return coordinator.messages(subtask, received);
    }

    @Override
    PlacementAnswer answerOf(PlacementCoordinator coordinator, int subtask) {
      return coordinator.messages(subtask, received);
    }
  }

  /** Asks whether the subtask may end its input. */
  static final class EndOfInput extends PlacementRequest {

    private static final long serialVersionUID = 1L;

    @Override
    PlacementAnswer answerOf(PlacementCoordinator coordinator, int subtask) {
      return coordinator.authority().end(coordinator.input(), subtask);
    }
  }

  /**
   * The keys that a subtask has restored. Every subtask sends this, even if it has restored
   * nothing.
   */
  static final class RestoredKeys extends PlacementRequest {

    private static final long serialVersionUID = 1L;

    private final KeyBatch keys;
    private final short[] keyGroups;
    private final int spreadOver;
    private final boolean last;
    private final boolean hasEnded;

    /**
     * @param spreadOver between how many subtasks keys were spread; 0 if they were not
     * @param last whether this is the last part
     * @param hasEnded whether the subtask had already reached the end of its input
     */
    RestoredKeys(KeyBatch keys, short[] keyGroups, int spreadOver, boolean last, boolean hasEnded) {
      this.keys = keys;
      this.keyGroups = keyGroups;
      this.spreadOver = spreadOver;
      this.last = last;
      this.hasEnded = hasEnded;
    }

    @Override
    PlacementAnswer answerOf(PlacementCoordinator coordinator, int subtask) {
      return coordinator.learn(subtask, keys, keyGroups, spreadOver, last, hasEnded);
    }
  }
}
