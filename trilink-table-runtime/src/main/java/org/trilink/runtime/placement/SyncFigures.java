package org.trilink.runtime.placement;

import java.io.Serializable;

/** What metrics show of Syncs: totals since the JobManager has led the job, and of the last one. */
final class SyncFigures implements Serializable {

  private static final long serialVersionUID = 1L;

  static final SyncFigures NONE = new SyncFigures();

  long syncs;
  long syncsNotDone;
  long movesRefused;
  long keysMoved;
  long bytesMoved;

  /** Keys that are not where the strategy has them. */
  int movedKeys;

  /** Of the last Sync, in ms. */
  long lastPause;

  double balanceDegree = 1;

  /** Before the last Sync. */
  double balanceDegreeBefore = 1;

  /** Share of all records that the heaviest key has, if that is above a fair share; else 0. */
  double keyAboveFairShare;

  SyncFigures copy() {
    SyncFigures copy = new SyncFigures();
    copy.syncs = syncs;
    copy.syncsNotDone = syncsNotDone;
    copy.movesRefused = movesRefused;
    copy.keysMoved = keysMoved;
    copy.bytesMoved = bytesMoved;
    copy.movedKeys = movedKeys;
    copy.lastPause = lastPause;
    copy.balanceDegree = balanceDegree;
    copy.balanceDegreeBefore = balanceDegreeBefore;
    copy.keyAboveFairShare = keyAboveFairShare;
    return copy;
  }
}
