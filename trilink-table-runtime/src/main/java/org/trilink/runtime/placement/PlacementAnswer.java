package org.trilink.runtime.placement;

import java.io.Serializable;
import javax.annotation.Nullable;

/** What the coordinator says to a {@link PlacementRequest}. */
final class PlacementAnswer implements Serializable {

  private static final long serialVersionUID = 1L;

  private final short[] keyGroups;
  private final long checkpoint;
  @Nullable private final TargetLoads loads;

  PlacementAnswer(short[] keyGroups, long checkpoint, @Nullable TargetLoads loads) {
    this.keyGroups = keyGroups;
    this.checkpoint = checkpoint;
    this.loads = loads;
  }

  /** Of the request's keys, in their order. */
  int keyGroup(int index) {
    return keyGroups[index];
  }

  /**
   * The last checkpoint of the coordinator before this answer: those after it hold what is said
   * here, it may not.
   */
  long checkpoint() {
    return checkpoint;
  }

  /** Null if they were not asked for. */
  @Nullable
  TargetLoads loads() {
    return loads;
  }
}
