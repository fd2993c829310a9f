package org.trilink.runtime.placement;

import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.trilink.runtime.sync.protocol.SyncMessage;

/** Speaks with the subtasks behind an exchange, whose keys are moved. */
final class KeyedCoordinator extends ExchangeCoordinator {

  private final PlacementAuthority authority;

  /**
   * @param sharedId what it has in common with the coordinators of the placing operators
   * @param inputs of the keyed operator
   */
  KeyedCoordinator(Context context, String sharedId, int inputs) {
    super(context);
    authority = PlacementAuthority.ofKeyedOperator(this, sharedId, inputs);
  }

  @Override
  PlacementAuthority authority() {
    return authority;
  }

  @Override
  boolean isOwner() {
    return false;
  }

  @Override
  public void subtaskReady(int subtask, SubtaskGateway gateway) {
    synchronized (authority) {
      super.subtaskReady(subtask, gateway);
      authority.syncs().receiverStarted(subtask);
    }
  }

  @Override
  public void subtaskFailed(int subtask, @Nullable Throwable reason) {
    synchronized (authority) {
      forget(subtask);
      authority.syncs().receiverFailed(subtask);
    }
  }

  @Override
  public void subtaskReset(int subtask, long checkpointId) {
    synchronized (authority) {
      forget(subtask);
      authority.syncs().receiverReset(subtask, checkpointId);
    }
  }

  @Override
  void handle(int subtask, OperatorEvent message) {
    authority.syncs().heard(subtask, (SyncMessage.FromReceiver) message);
  }

  /** The authority goes back to a checkpoint with the coordinator that owns it. */
  @Override
  public void resetToCheckpoint(long checkpointId, @Nullable byte[] checkpoint) {
    synchronized (authority) {
      forgetAll();
    }
  }
}
