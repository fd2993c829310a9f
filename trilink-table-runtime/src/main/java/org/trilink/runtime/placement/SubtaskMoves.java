/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import javax.annotation.Nullable;
import org.trilink.runtime.move.balance.RecordCounter;
import org.trilink.runtime.move.balance.RecordCounts;
import org.trilink.runtime.move.protocol.SyncMessage;

/**
 * The part of a placing subtask in moving keys. This class itself takes no part, for subtasks whose
 * keys stay where the strategy puts them; the {@link PlacingMonitor} does.
 */
class SubtaskMoves {

  /** The interval at which to report, in ms. */
  long reportInterval(int placingSubtasks) {
    return PlacingOperator.REPORT_INTERVAL;
  }

  /** The report on the records since the last one; null if it is too early for one. */
  @Nullable
  PlacementRequest report(RecordCounter counter, BaseKeyGroups bases, boolean asksForSpread) {
    return new PlacementRequest.NewKeys(new KeyBatch(), counter.take(), true, asksForSpread);
  }

  /**
   * The coordinator has answered a report.
   *
   * @param view null if there is no monitor
   */
  void follow(@Nullable MonitorView view, PlacingMetrics metrics) {}

  /** The record counts that a request for key groups reports. */
  RecordCounts countsToRequest(RecordCounter counter) {
    return counter.take();
  }

  /** The coordinator's first message; null if there is no monitor. */
  void begin(@Nullable SyncMessage.ToSender message) throws IOException {}

  /** Whether the subtask may end its input. */
  boolean hasEnded() {
    return true;
  }
}
