/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;

/**
 * Figures of Syncs for metrics: totals since the JobManager became the job's leader, and those of
 * the last Sync.
 */
final class SyncFigures implements Serializable {

  private static final long serialVersionUID = 1L;

  long syncs;
  long syncsNotDone;

  /** Judgements that found the load uneven but led to no moves. */
  long judgementsRefused;

  long keysMoved;
  long bytesMoved;

  /** Keys that have been moved away from where the strategy places them. */
  int movedKeys;

  /** The duration of the last Sync, from its markers to its end at the last subtask, in ms. */
  long lastDuration;

  /** The balance degree of the loads that the monitor uses, in which old records count less. */
  double balanceDegree = 1;

  /** The extra compute time of the loads that the monitor uses, in which old records count less. */
  double extraComputeTime;

  /** The balance degree when the last Sync was decided. */
  double balanceDegreeBefore = 1;

  /** The heaviest key's share of all records, if that is above a fair share; else 0. */
  double keyAboveFairShare;

  /** Kinds of settings that were changed while the job runs. */
  int settingsSetAtRunTime;

  SyncFigures copy() {
    SyncFigures copy = new SyncFigures();
    copy.syncs = syncs;
    copy.syncsNotDone = syncsNotDone;
    copy.judgementsRefused = judgementsRefused;
    copy.keysMoved = keysMoved;
    copy.bytesMoved = bytesMoved;
    copy.movedKeys = movedKeys;
    copy.lastDuration = lastDuration;
    copy.balanceDegree = balanceDegree;
    copy.extraComputeTime = extraComputeTime;
    copy.balanceDegreeBefore = balanceDegreeBefore;
    copy.keyAboveFairShare = keyAboveFairShare;
    copy.settingsSetAtRunTime = settingsSetAtRunTime;
    return copy;
  }
}
