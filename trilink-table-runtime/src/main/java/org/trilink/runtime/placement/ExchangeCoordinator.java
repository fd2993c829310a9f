package org.trilink.runtime.placement;

import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.util.FlinkException;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.sync.transport.MessagePieces;

/**
 * One of the coordinators of an exchange: of a placing operator before it, or of the keyed operator
 * behind it. What they have to decide the {@link PlacementAuthority} decides, one for all; they
 * speak with subtasks and with Flink.
 */
abstract class ExchangeCoordinator implements OperatorCoordinator {

  /** The state of a coordinator whose map is in another one's. */
  private static final byte[] ELSEWHERE = {1};

  private final Context context;

  /** By subtask, null while it doesn't run. */
  private final SubtaskGateway[] gateways;

  /** By subtask: its messages may come in pieces. */
  private final MessagePieces[] pieces;

  /** That Flink waits for. */
  private final TreeMap<Long, CompletableFuture<byte[]>> checkpoints = new TreeMap<>();

  ExchangeCoordinator(Context context) {
    this.context = context;
    gateways = new SubtaskGateway[context.currentParallelism()];
    pieces = new MessagePieces[context.currentParallelism()];
  }

  abstract PlacementAuthority authority();

  /** Whether its checkpoints hold what the authority knows. */
  abstract boolean isOwner();

  final int parallelism() {
    return gateways.length;
  }

  final Context context() {
    return context;
  }

  // -------------------------------------------------------------------------------- its subtasks

  @Override
  public void start() {
    authority().start(this);
  }

  @Override
  public void subtaskReady(int subtask, SubtaskGateway gateway) {
    gateways[subtask] = gateway;
    pieces[subtask] = new MessagePieces();
  }

  @Override
  public void subtaskFailed(int subtask, @Nullable Throwable reason) {
    gateways[subtask] = null;
  }

  /** The running attempt of a subtask; null if there is none. */
  @Nullable
  final SubtaskGateway gateway(int subtask) {
    return gateways[subtask];
  }

  /** Sends to a subtask, if it runs; if it then does not get it, it fails. */
  @SuppressWarnings("FutureReturnValueIgnored") // Flink fails the subtask
  final void send(int subtask, OperatorEvent message) {
    SubtaskGateway gateway = gateways[subtask];
    if (gateway != null) {
      try {
        MessagePieces.cut(message).forEach(gateway::sendEvent);
      } catch (FlinkRuntimeException e) {
        // it does not run any more, which is told in a moment
        gateways[subtask] = null;
      }
    }
  }

  @Override
  public final void handleEventFromOperator(int subtask, OperatorEvent event) throws Exception {
    OperatorEvent message = pieces[subtask].add(event);
    if (message != null) {
      handle(subtask, message);
    }
  }

  abstract void handle(int subtask, OperatorEvent message) throws Exception;

  final void failJob(String reason) {
    context.failJob(new FlinkException(reason));
  }

  // -------------------------------------------------------------------------------- checkpoints

  @Override
  public final void checkpointCoordinator(long checkpointId, CompletableFuture<byte[]> result) {
    synchronized (authority()) {
      checkpoints.put(checkpointId, result);
      authority().checkpointRequested(checkpointId, this);
    }
  }

  /** The checkpoint may be taken now, if Flink has asked for it. */
  final void release(long checkpointId) {
    CompletableFuture<byte[]> result = checkpoints.remove(checkpointId);
    if (result == null) {
      return;
    }
    try {
      result.complete(isOwner() ? authority().snapshot(checkpointId) : ELSEWHERE);
    } catch (Exception e) {
      result.completeExceptionally(e);
    }
  }

  @Override
  public final void notifyCheckpointComplete(long checkpointId) {
    authority().checkpointCompleted(checkpointId);
  }

  @Override
  public final void notifyCheckpointAborted(long checkpointId) {
    authority().checkpointAborted(checkpointId);
  }

  @Override
  public void close() {
    authority().close();
  }
}
