package org.trilink.runtime.placement;

import javax.annotation.Nullable;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/** Makes the coordinator of a placing operator in the JobMaster. */
final class PlacementCoordinatorProvider implements OperatorCoordinator.Provider {

  private static final long serialVersionUID = 1L;

  private final OperatorID operator;
  private final PlacementSettings settings;
  @Nullable private final String sharedId;
  private final boolean owner;

  PlacementCoordinatorProvider(
      OperatorID operator, PlacementSettings settings, @Nullable String sharedId, boolean owner) {
    this.operator = operator;
    this.settings = settings;
    this.sharedId = sharedId;
    this.owner = owner;
  }

  @Override
  public OperatorID getOperatorId() {
    return operator;
  }

  @Override
  public PlacementCoordinator create(OperatorCoordinator.Context context) {
    return new PlacementCoordinator(context, settings, sharedId, owner);
  }
}
