/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Leads the Syncs of one exchange, with its one or two inputs: one at a time, and none while a
 * checkpoint is under way. It belongs to the exchange's coordinator in the JobMaster.
 *
 * <pre>
 *   IDLE -> WAITING        checkpoints under way have to end
 *        -> PREPARING      PrepareSender, PrepareReceiver: all answer that they are ready
 *        -> GOING          Go: markers to all channels, then the new map; receivers answer AllMarked
 *        -> TRANSFERRING   TakeOut: receivers answer StatesOut, TakenOut
 *                           PutIn, AllPutIn: receivers answer Done
 *        -> IDLE           Over
 * </pre>
 *
 * <p>Until GOING, any obstacle cancels a Sync. From then on a failure restores the job from its
 * last checkpoint: then all subtasks must be restarted before one of them starts processing.
 *
 * <p>All methods are called by one thread. There is no clock: {@link #time} must be called
 * periodically.
 */
public final class SyncCoordination {

  private enum Phase {
    IDLE,
    WAITING,
    PREPARING,
    GOING,
    TRANSFERRING,
    /** The last Sync failed while keys were moved. */
    BROKEN_OFF
  }

  private final SyncSubtasks subtasks;
  private final int maxParallelism;
  private final SyncTimeouts timeouts;
  private final long maxBytes;
  private final Effects effects;

  private final SyncCheckpoints checkpoints;

  // -------------------------------------------------------------------------- state between Syncs

  private MovedKeys moved = MovedKeys.NONE;

  /**
   * The highest number of a Sync so far. No number is used twice, not even that of a cancelled
   * Sync.
   */
  private int number;

  // ------------------------------------------------------------------ the Sync under way

  private Phase phase = Phase.IDLE;

  @Nullable private MovingKeys moves;

  /** The subtasks behind the exchange from which or to which keys are moved. */
  private BitSet participants = new BitSet();

  /**
   * The subtasks that have sent the answer of the current phase; includes senders only in {@link
   * Phase#PREPARING}.
   */
  private final BitSet answered = new BitSet();

  /**
   * Participants that have received all keys that are moved to them, or to which none are moved.
   */
  private final BitSet served = new BitSet();

  private final BitSet done = new BitSet();

  /** The maximum event time of all participants. */
  private long eventTime;

  /** The message that was last sent to all senders. */
  @Nullable private SyncMessage.ToSender lastSenderMessage;

  /** By participant, how many parts of its keys' state have arrived. */
  private final int[] partsOut;

  private long bytesMoved;

  /**
   * The approximate state size of each key, in the order of the moves; known when all are ready.
   */
  private long[] stateBytes = {};

  private long longestWait;
  private final Stopwatch inPhase = new Stopwatch();
  private final Stopwatch checkpointWaits = new Stopwatch();

  /**
   * @param senders the numbers of placing subtasks, by input
   * @param receivers the number of subtasks behind the exchange
   * @param maxParallelism of the operator behind the exchange
   * @param maxBytes of state that one Sync may move
   */
  public SyncCoordination(
      int[] senders,
      int receivers,
      int maxParallelism,
      long maxBytes,
      SyncTimeouts timeouts,
      Effects effects) {
    this.subtasks = new SyncSubtasks(senders, receivers);
    partsOut = new int[receivers];
    this.maxParallelism = maxParallelism;
    this.maxBytes = maxBytes;
    this.timeouts = timeouts;
    this.effects = effects;
    checkpoints = new SyncCheckpoints(moved);
  }

  // -------------------------------------------------------------------------------------- requests

  /** The approximate state size, in bytes, of each key of the last Sync that was prepared. */
  public long[] stateBytes() {
    return stateBytes.clone();
  }

  /** Bytes of state that the Sync under way has moved; when it ends, all of them. */
  public long bytesMoved() {
    return bytesMoved;
  }

  /**
   * The longest time, over all subtasks, for which watermarks have waited in the Sync that ends, in
   * ms: from the first marker until the held elements were released.
   */
  public long longestWait() {
    return longestWait;
  }

  /** The map after the last completed Sync. */
  public MovedKeys moved() {
    return moved;
  }

  /** Why no Sync can be requested; null if one can. */
  @Nullable
  public SyncRefusal refusal() {
    if (phase != Phase.IDLE) {
      return SyncRefusal.UNDER_WAY;
    } else if (!subtasks.allRun()) {
      return SyncRefusal.NOT_RUNNING;
    } else if (subtasks.anySenderHasEnded()) {
      return SyncRefusal.SENDER_ENDED;
    } else {
      return null;
    }
  }

  /**
   * Requests a Sync; {@link Effects#syncEnded} reports its outcome.
   *
   * @return its number
   * @throws IllegalStateException if there is a {@link #refusal}
   * @throws IllegalArgumentException if a move does not start at the current key group of its key
   */
  public int request(MovingKeys newMoves) {
    SyncRefusal refusal = refusal();
    if (refusal != null) {
      throw new IllegalStateException("No Sync can be requested: " + refusal.text() + ".");
    }
    moved.check(newMoves);
    number++;
    moves = newMoves;
    longestWait = 0;
    if (checkpoints.anyUnderWay()) {
      enter(Phase.WAITING);
    } else {
      prepare();
    }
    return number;
  }

  private void prepare() {
    enter(Phase.PREPARING);
    participants = new BitSet();
    served.clear();
    done.clear();
    eventTime = Long.MIN_VALUE;
    Arrays.fill(partsOut, 0);
    bytesMoved = 0;
    stateBytes = new long[moves.size()];
    for (int i = 0; i < moves.size(); i++) {
      participants.set(receiverOf(moves.from(i)));
      participants.set(receiverOf(moves.to(i)));
    }
    toSenders(SyncMessage.prepareSender(number, moves));
    toParticipants(SyncMessage.prepareReceiver(number, moves, subtasks.sendersByInput()));
  }

  private int receiverOf(int keyGroup) {
    return computeOperatorIndexForKeyGroup(maxParallelism, subtasks.receivers(), keyGroup);
  }

  private void enter(Phase next) {
    phase = next;
    answered.clear();
    inPhase.reset();
    checkpointWaits.reset();
  }

  private void toSenders(SyncMessage.ToSender message) {
    lastSenderMessage = message;
    subtasks.forEachRunningSender((input, sender) -> effects.sendToSender(input, sender, message));
  }

  private void toParticipants(SyncMessage.ToReceiver message) {
    participants.stream()
        .filter(receiver -> subtasks.isRunning(subtasks.ofReceiver(receiver)))
        .forEach(receiver -> effects.sendToReceiver(receiver, message));
  }

  // --------------------------------------------------------------------------- subtasks' messages

  void senderReady(int ofNumber, int input, int sender) {
    if (ofNumber == number && phase == Phase.PREPARING) {
      answered.set(subtasks.ofSender(input, sender));
      goIfAllAreReady();
    }
  }

  void receiverNotReady(int ofNumber) {
    if (ofNumber == number && phase == Phase.PREPARING) {
      cancel(SyncOutcome.NOT_YET);
    }
  }

  void receiverReady(int ofNumber, int receiver, int[] leaving, long[] bytes) {
    if (ofNumber == number && phase == Phase.PREPARING) {
      for (int i = 0; i < leaving.length; i++) {
        stateBytes[leaving[i]] = bytes[i];
      }
      answered.set(subtasks.ofReceiver(receiver));
      goIfAllAreReady();
    }
  }

  private void goIfAllAreReady() {
    if (answered.cardinality() == subtasks.senders() + participants.cardinality()) {
      if (Arrays.stream(stateBytes).sum() > maxBytes) {
        cancel(SyncOutcome.TOO_MUCH_STATE);
        return;
      }
      enter(Phase.GOING);
      effects.going(number);
      toSenders(SyncMessage.go(number));
    }
  }

  /**
   * A placing subtask is at the end of its input and asks whether it may end. That cancels a Sync
   * for which Go has not been sent yet.
   *
   * @return the message that was last sent to all senders, which this one may not have received
   *     yet; null if there was none. If it may still not end afterwards, it has to ask again.
   */
  @Nullable
  public SyncMessage.ToSender askedToEnd(int input, int sender) {
    if (phase == Phase.WAITING || phase == Phase.PREPARING) {
      cancel(SyncOutcome.SENDER_ENDED);
    }
    if (phase == Phase.IDLE) {
      subtasks.ended(subtasks.ofSender(input, sender));
    }
    return lastSenderMessage;
  }

  void senderEnded(int input, int sender) {
    subtasks.ended(subtasks.ofSender(input, sender));
    if (phase == Phase.WAITING || phase == Phase.PREPARING) {
      cancel(SyncOutcome.SENDER_ENDED);
    }
    // In later phases no sender ends its input. When a job is stopped with a savepoint, its tasks
    // end nevertheless, and must not be restarted because of it.
  }

  /** A participant has received the markers of all senders; reports its event time. */
  void allMarked(int ofNumber, int receiver, long receiverEventTime) {
    if (ofNumber != number || phase != Phase.GOING) {
      return;
    }
    eventTime = Math.max(eventTime, receiverEventTime);
    answered.set(receiver);
    if (answered.equals(participants)) {
      phase = Phase.TRANSFERRING; // in the time for GOING
      answered.clear();
      toParticipants(SyncMessage.takeOut(number, eventTime));
    }
  }

  /**
   * Forwards the states that were taken out of a participant to the new subtasks of their keys, at
   * once.
   */
  void statesOut(int ofNumber, int receiver, int part, SyncStates states) {
    if (ofNumber != number || phase != Phase.TRANSFERRING || part != partsOut[receiver]) {
      return;
    }
    partsOut[receiver]++;
    bytesMoved += states.sizeInBytes();
    for (int next : participants.stream().toArray()) {
      SyncStates arriving = states.only(index -> receiverOf(moves.to(index)) == next);
      if (!arriving.isEmpty()) {
        // it has received TakeOut before: messages arrive in order
        effects.sendToReceiver(next, SyncMessage.putIn(number, arriving));
      }
    }
  }

  void takenOut(int ofNumber, int receiver, int parts) {
    if (ofNumber != number || phase != Phase.TRANSFERRING || answered.get(receiver)) {
      return;
    }
    if (partsOut[receiver] != parts) {
      failOver(
          "In Sync "
              + number
              + " subtask "
              + receiver
              + " has sent the state of keys in "
              + parts
              + " parts, of which "
              + partsOut[receiver]
              + " have come");
      return;
    }
    answered.set(receiver);
    participants.stream().filter(next -> !served.get(next)).forEach(this::serveIfAllHasLeft);
  }

  /** Tells a participant that it has received all of its keys, once all of them were taken out. */
  private void serveIfAllHasLeft(int receiver) {
    boolean anyArrives = false;
    for (int i = 0; i < moves.size(); i++) {
      if (receiverOf(moves.to(i)) == receiver) {
        if (!answered.get(receiverOf(moves.from(i)))) {
          return;
        }
        anyArrives = true;
      }
    }
    served.set(receiver);
    if (anyArrives) {
      effects.sendToReceiver(receiver, SyncMessage.allPutIn(number));
    }
  }

  void receiverDone(int ofNumber, int receiver, long waitedMillis) {
    if (ofNumber != number || phase != Phase.TRANSFERRING) {
      return;
    }
    longestWait = Math.max(longestWait, waitedMillis);
    done.set(receiver);
    if (done.equals(participants)) {
      moved = moved.with(number, moves);
      toSenders(SyncMessage.over(number));
      finish(SyncOutcome.DONE);
    }
  }

  // ---------------------------------------------------------------------------------- end of a
  // Sync

  private void cancel(SyncOutcome outcome) {
    if (phase == Phase.PREPARING) {
      toSenders(SyncMessage.cancelSender(number));
      toParticipants(SyncMessage.cancelReceiver(number));
    }
    finish(outcome);
  }

  private void finish(SyncOutcome outcome) {
    enter(Phase.IDLE);
    releaseCheckpoints();
    effects.syncEnded(number, outcome);
    forgetMoves();
  }

  /** Aborts the Sync: all subtasks have to be restored from a checkpoint. */
  private void breakOff() {
    boolean underWay = phase != Phase.IDLE;
    enter(Phase.BROKEN_OFF);
    forgetMoves();
    subtasks.mustAllBeReset();
    if (underWay) {
      effects.syncEnded(number, SyncOutcome.BROKEN_OFF);
    }
  }

  private void forgetMoves() {
    moves = null;
  }

  /**
   * Checks timeouts.
   *
   * @param now of a clock that never goes back, in ms
   */
  public void time(long now) {
    long spent = inPhase.spent(now);
    switch (phase) {
      case IDLE:
      case BROKEN_OFF:
        break;
      case WAITING:
        if (spent > timeouts.checkpoint) {
          cancel(SyncOutcome.CHECKPOINT_UNDER_WAY);
        }
        break;
      case PREPARING:
        if (spent > timeouts.prepare) {
          cancel(SyncOutcome.NOT_READY);
        } else if (checkpoints.anyHeld()
            && checkpointWaits.spent(now) > timeouts.prepareWithCheckpoint) {
          cancel(SyncOutcome.CHECKPOINT_WAITED);
        }
        break;
      case GOING:
      case TRANSFERRING:
        if (spent > timeouts.move) {
          failOver(
              "Sync "
                  + number
                  + " moves keys for more than "
                  + timeouts.move
                  + " ms: of "
                  + participants.cardinality()
                  + " subtasks "
                  + (phase == Phase.GOING
                      ? answered.cardinality() + " have got the markers of all placing subtasks"
                      : answered.cardinality()
                          + " have handed their keys over and "
                          + done.cardinality()
                          + " have taken theirs in"));
        }
        break;
    }
  }

  private void failOver(String reason) {
    if (phase != Phase.BROKEN_OFF) {
      breakOff();
    }
    effects.failJob(reason + ". The job goes back to its last checkpoint.");
  }

  // --------------------------------------------------------------------------- attempts of
  // subtasks

  /**
   * An attempt of a placing subtask runs; its messages are accepted from now on.
   *
   * @return the first message to it: the map
   */
  public SyncMessage.ToSender senderStarted(int input, int sender) {
    started(subtasks.ofSender(input, sender));
    return SyncMessage.begin(moved);
  }

  /** An attempt of a subtask behind the exchange runs. */
  public void receiverStarted(int receiver) {
    started(subtasks.ofReceiver(receiver));
  }

  private void started(int subtask) {
    if (subtasks.anyMustBeReset()) {
      failOver(
          "Some subtasks have been restarted without those that they exchange keys with, after keys"
              + " were moved");
    } else {
      subtasks.started(subtask);
    }
  }

  /** From now on messages of its attempt are ignored. */
  public void senderFailed(int input, int sender) {
    failed(subtasks.ofSender(input, sender));
  }

  /** From now on messages of its attempt are ignored. */
  public void receiverFailed(int receiver) {
    failed(subtasks.ofReceiver(receiver));
  }

  private void failed(int subtask) {
    subtasks.failed(subtask);
    switch (phase) {
      case IDLE:
      case BROKEN_OFF:
        break;
      case WAITING:
      case PREPARING:
        cancel(SyncOutcome.SUBTASK_FAILED);
        break;
      case GOING:
      case TRANSFERRING:
        breakOff();
        break;
    }
  }

  /**
   * The next attempt of a placing subtask is restored from a checkpoint, or starts without state if
   * there is none.
   */
  public void senderReset(int input, int sender, long checkpoint) {
    reset(subtasks.ofSender(input, sender), checkpoint);
  }

  /**
   * The next attempt of a subtask behind the exchange is restored from a checkpoint, or starts
   * without state.
   */
  public void receiverReset(int receiver, long checkpoint) {
    reset(subtasks.ofReceiver(receiver), checkpoint);
  }

  /**
   * Only some subtasks are restored from a checkpoint, but the map must match the state. So the map
   * is restored, too, and then all subtasks must be.
   */
  private void reset(int subtask, long checkpoint) {
    failed(subtask);
    MovedKeys then = checkpoints.mapOf(checkpoint);
    if (then == null) {
      failOver("The map of moved keys in checkpoint " + checkpoint + " is not known any more");
      return;
    }
    if (then.epoch() != moved.epoch()) {
      moved = then;
      subtasks.mustAllBeReset();
    }
    subtasks.reset(subtask);
    if (phase == Phase.BROKEN_OFF && !subtasks.anyMustBeReset()) {
      enter(Phase.IDLE);
      releaseCheckpoints();
    }
  }

  // -------------------------------------------------------------------------------- checkpoints

  /**
   * A checkpoint begins. It is released with {@link Effects#releaseCheckpoint}, at once or after
   * the Sync under way. With several coordinators, one per input, all call this.
   */
  public void checkpointRequested(long checkpoint) {
    boolean release =
        checkpoints.requested(checkpoint, moved, phase == Phase.IDLE || phase == Phase.WAITING);
    if (release) {
      effects.releaseCheckpoint(checkpoint);
    }
  }

  /** A checkpoint or savepoint is complete. With several coordinators any may call this. */
  public void checkpointCompleted(long checkpoint) {
    checkpoints.completed(checkpoint);
    checkpointEnded();
  }

  /** A checkpoint or savepoint was aborted. With several coordinators any may call this. */
  public void checkpointAborted(long checkpoint) {
    if (checkpoints.aborted(checkpoint)) {
      // the result is not used, but Flink starts no other checkpoint before it arrives
      effects.releaseCheckpoint(checkpoint);
    }
    checkpointEnded();
  }

  private void checkpointEnded() {
    if (phase == Phase.WAITING && !checkpoints.anyUnderWay()) {
      prepare();
    }
  }

  private void releaseCheckpoints() {
    Consumer<Long> release = effects::releaseCheckpoint;
    checkpoints.releaseHeld(moved).forEach(release);
  }

  /** The coordinator's state in a checkpoint that is released now. */
  public byte[] snapshot() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeInt(number);
    moved.write(out);
    return out.getCopyOfBuffer();
  }

  /**
   * The whole job is restored from a checkpoint; all subtasks will be restarted.
   *
   * @param snapshot null for an initial start
   */
  public void resetToCheckpoint(long checkpoint, @Nullable byte[] snapshot) throws IOException {
    MovedKeys then = MovedKeys.NONE;
    if (snapshot != null) {
      DataInputDeserializer in = new DataInputDeserializer(snapshot);
      number = Math.max(number, in.readInt());
      then = MovedKeys.read(in);
    }
    subtasks.allReset();
    moved = then;
    checkpoints.reset(checkpoint, moved);
    switch (phase) {
      case IDLE:
      case BROKEN_OFF:
        enter(Phase.IDLE);
        releaseCheckpoints();
        break;
      case WAITING:
      case PREPARING:
        finish(SyncOutcome.SUBTASK_FAILED);
        break;
      case GOING:
      case TRANSFERRING:
        finish(SyncOutcome.BROKEN_OFF);
        break;
    }
  }

  /** The time since it was first read. */
  private static final class Stopwatch {

    private boolean running;
    private long start;

    void reset() {
      running = false;
    }

    long spent(long now) {
      if (!running) {
        running = true;
        start = now;
      }
      return now - start;
    }
  }

  /** Its effects on subtasks and the job. */
  public interface Effects {

    /**
     * Sends to the running attempt of a placing subtask, which fails if the message cannot be sent.
     */
    void sendToSender(int input, int sender, SyncMessage.ToSender message);

    /** Sends to the running attempt of a subtask, which fails if the message cannot be sent. */
    void sendToReceiver(int receiver, SyncMessage.ToReceiver message);

    /** All subtasks are ready, and the keys of a Sync begin to move. */
    void going(int number);

    /** Fails the whole job, so that it is restored from its last checkpoint. */
    void failJob(String reason);

    /**
     * Releases a checkpoint: the coordinators, which have waited, can now complete it with {@link
     * #snapshot}.
     */
    void releaseCheckpoint(long checkpoint);

    /** Reports whether the keys of a Sync have been moved, or why not. */
    void syncEnded(int number, SyncOutcome outcome);
  }
}
