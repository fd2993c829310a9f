/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.IOException;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;

/**
 * A message between the coordinator of a Sync and a subtask, out of band. Messages from the
 * coordinator to a subtask arrive in order and exactly once, or the subtask fails. Those to the
 * coordinator may arrive twice.
 */
public abstract class SyncMessage implements OperatorEvent {

  private static final long serialVersionUID = 1L;

  /** The unique number of the Sync. */
  final int number;

  private SyncMessage(int number) {
    this.number = number;
  }

  /** To a placing subtask. */
  public abstract static class ToSender extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private ToSender(int number) {
      super(number);
    }

    /** Applies the message. */
    public abstract void deliver(SyncSender sender) throws IOException;
  }

  /** To a subtask behind the exchange. */
  public abstract static class ToReceiver extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private ToReceiver(int number) {
      super(number);
    }

    /** Applies the message. */
    public abstract void deliver(SyncReceiver<?> receiver) throws Exception;
  }

  /** From a placing subtask. */
  public abstract static class FromSender extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private FromSender(int number) {
      super(number);
    }

    /** Delivers the message to the coordinator. */
    public abstract void deliver(SyncCoordination coordination, int input, int sender);
  }

  /** From a subtask behind the exchange. */
  public abstract static class FromReceiver extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private FromReceiver(int number) {
      super(number);
    }

    /** Delivers the message to the coordinator. */
    public abstract void deliver(SyncCoordination coordination, int receiver);
  }

  // ------------------------------------------------------------------------- to placing subtasks

  /** The initial map: a placing subtask places nothing before it has received it. */
  static final class Begin extends ToSender {

    private static final long serialVersionUID = 1L;

    private final MovedKeys moved;

    Begin(MovedKeys moved) {
      super(moved.epoch());
      this.moved = moved;
    }

    @Override
    public void deliver(SyncSender sender) {
      sender.begin(moved);
    }
  }

  /** Prepares a Sync. */
  static final class PrepareSender extends ToSender {

    private static final long serialVersionUID = 1L;

    private final MovingKeys moves;

    PrepareSender(int number, MovingKeys moves) {
      super(number);
      this.moves = moves;
    }

    @Override
    public void deliver(SyncSender sender) {
      sender.prepare(number, moves);
    }
  }

  /** From the next record on, the new map is used. */
  static final class Go extends ToSender {

    private static final long serialVersionUID = 1L;

    Go(int number) {
      super(number);
    }

    @Override
    public void deliver(SyncSender sender) throws IOException {
      sender.go(number);
    }
  }

  /** All keys have been moved as in the new map. */
  static final class Over extends ToSender {

    private static final long serialVersionUID = 1L;

    Over(int number) {
      super(number);
    }

    @Override
    public void deliver(SyncSender sender) {
      sender.over(number);
    }
  }

  /** Nothing is moved. */
  static final class CancelSender extends ToSender {

    private static final long serialVersionUID = 1L;

    CancelSender(int number) {
      super(number);
    }

    @Override
    public void deliver(SyncSender sender) {
      sender.cancel(number);
    }
  }

  // ------------------------------------------------------------------------ from placing subtasks

  /** The subtask is ready, and will not end before the Sync is over. */
  static final class SenderReady extends FromSender {

    private static final long serialVersionUID = 1L;

    SenderReady(int number) {
      super(number);
    }

    @Override
    public void deliver(SyncCoordination coordination, int input, int sender) {
      coordination.senderReady(number, input, sender);
    }
  }

  /** Its input has ended: it will send no more markers. */
  static final class SenderEnded extends FromSender {

    private static final long serialVersionUID = 1L;

    SenderEnded() {
      super(0);
    }

    @Override
    public void deliver(SyncCoordination coordination, int input, int sender) {
      coordination.senderEnded(input, sender);
    }
  }

  // -------------------------------------------------------------- to subtasks behind the exchange

  /** Keys will be moved away from the subtask, or to it. */
  static final class PrepareReceiver extends ToReceiver {

    private static final long serialVersionUID = 1L;

    private final MovingKeys moves;
    private final int[] senders;

    /**
     * @param senders the numbers of placing subtasks, by input
     */
    PrepareReceiver(int number, MovingKeys moves, int[] senders) {
      super(number);
      this.moves = moves;
      this.senders = senders;
    }

    @Override
    public void deliver(SyncReceiver<?> receiver) {
      receiver.prepare(number, moves, senders);
    }
  }

  /**
   * All participants have received all records that were placed by the old map: keys are to be
   * taken out at this event time.
   */
  static final class TakeOut extends ToReceiver {

    private static final long serialVersionUID = 1L;

    private final long eventTime;

    TakeOut(int number, long eventTime) {
      super(number);
      this.eventTime = eventTime;
    }

    @Override
    public void deliver(SyncReceiver<?> receiver) throws Exception {
      receiver.takeOut(number, eventTime);
    }
  }

  /** The state of some of the keys that are moved to the subtask. */
  static final class PutIn extends ToReceiver {

    private static final long serialVersionUID = 1L;

    private final SyncStates states;

    PutIn(int number, SyncStates states) {
      super(number);
      this.states = states;
    }

    @Override
    public void deliver(SyncReceiver<?> receiver) throws Exception {
      receiver.putIn(number, states);
    }
  }

  /** The state of all keys that are moved to the subtask has been sent. */
  static final class AllPutIn extends ToReceiver {

    private static final long serialVersionUID = 1L;

    AllPutIn(int number) {
      super(number);
    }

    @Override
    public void deliver(SyncReceiver<?> receiver) throws Exception {
      receiver.allPutIn(number);
    }
  }

  /** Nothing is moved. */
  static final class CancelReceiver extends ToReceiver {

    private static final long serialVersionUID = 1L;

    CancelReceiver(int number) {
      super(number);
    }

    @Override
    public void deliver(SyncReceiver<?> receiver) {
      receiver.cancel(number);
    }
  }

  // ------------------------------------------------------------ from subtasks behind the exchange

  /** The subtask is ready. */
  static final class ReceiverReady extends FromReceiver {

    private static final long serialVersionUID = 1L;

    private final int[] leaving;
    private final long[] bytes;

    /**
     * @param leaving the indices, among the moves, of the keys that are moved away from it
     * @param bytes the approximate state size of each of them
     */
    ReceiverReady(int number, int[] leaving, long[] bytes) {
      super(number);
      this.leaving = leaving;
      this.bytes = bytes;
    }

    @Override
    public void deliver(SyncCoordination coordination, int receiver) {
      coordination.receiverReady(number, receiver, leaving, bytes);
    }
  }

  /** The subtask cannot hand over keys yet. */
  static final class ReceiverNotReady extends FromReceiver {

    private static final long serialVersionUID = 1L;

    ReceiverNotReady(int number) {
      super(number);
    }

    @Override
    public void deliver(SyncCoordination coordination, int receiver) {
      coordination.receiverNotReady(number);
    }
  }

  /** The subtask has received the markers of all placing subtasks. */
  static final class AllMarked extends FromReceiver {

    private static final long serialVersionUID = 1L;

    private final long eventTime;

    AllMarked(int number, long eventTime) {
      super(number);
      this.eventTime = eventTime;
    }

    @Override
    public void deliver(SyncCoordination coordination, int receiver) {
      coordination.allMarked(number, receiver, eventTime);
    }
  }

  /** The state of some of the keys that are moved away from the subtask. */
  static final class StatesOut extends FromReceiver {

    private static final long serialVersionUID = 1L;

    private final int part;
    private final SyncStates states;

    /**
     * @param part which of the subtask's parts this is, from 0 on
     */
    StatesOut(int number, int part, SyncStates states) {
      super(number);
      this.part = part;
      this.states = states;
    }

    @Override
    public void deliver(SyncCoordination coordination, int receiver) {
      coordination.statesOut(number, receiver, part, states);
    }
  }

  /** All keys that are moved away from the subtask have been taken out. */
  static final class TakenOut extends FromReceiver {

    private static final long serialVersionUID = 1L;

    private final int parts;

    /**
     * @param parts in which it has sent their state
     */
    TakenOut(int number, int parts) {
      super(number);
      this.parts = parts;
    }

    @Override
    public void deliver(SyncCoordination coordination, int receiver) {
      coordination.takenOut(number, receiver, parts);
    }
  }

  /** The subtask has received all keys that are moved to it, and has released all held elements. */
  static final class Done extends FromReceiver {

    private static final long serialVersionUID = 1L;

    private final long waitedMillis;

    /**
     * @param waitedMillis for how long watermarks have waited in the subtask
     */
    Done(int number, long waitedMillis) {
      super(number);
      this.waitedMillis = waitedMillis;
    }

    @Override
    public void deliver(SyncCoordination coordination, int receiver) {
      coordination.receiverDone(number, receiver, waitedMillis);
    }
  }
}
