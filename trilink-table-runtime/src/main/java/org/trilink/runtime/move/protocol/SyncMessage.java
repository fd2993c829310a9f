/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;

/**
 * A message between the coordinator of a Sync and a subtask, out of band. Messages from the
 * coordinator to a subtask arrive in order and exactly once, or the subtask fails. Those to the
 * coordinator may arrive twice.
 *
 * <p>A message is a call of the other side: what is called, and its arguments.
 */
public abstract class SyncMessage implements OperatorEvent {

  private static final long serialVersionUID = 1L;

  private final String name;

  private SyncMessage(String name) {
    this.name = name;
  }

  /** The message's name, such as {@code TakeOut}. */
  @Override
  public final String toString() {
    return name;
  }

  /** To a placing subtask. */
  public static final class ToSender extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private final SenderCall action;

    private ToSender(String name, SenderCall action) {
      super(name);
      this.action = action;
    }

    /** Applies the message. */
    public void deliver(SyncSender sender) throws IOException {
      action.on(sender);
    }

    private interface SenderCall extends Serializable {
      void on(SyncSender sender) throws IOException;
    }
  }

  /** To a subtask behind the exchange. */
  public static final class ToReceiver extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private final ReceiverCall action;

    private ToReceiver(String name, ReceiverCall action) {
      super(name);
      this.action = action;
    }

    /** Applies the message. */
    public void deliver(SyncReceiver<?> receiver) throws Exception {
      action.on(receiver);
    }

    private interface ReceiverCall extends Serializable {
      void on(SyncReceiver<?> receiver) throws Exception;
    }
  }

  /** From a placing subtask. */
  public static final class FromSender extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private final SenderReport action;

    private FromSender(String name, SenderReport action) {
      super(name);
      this.action = action;
    }

    /** Delivers the message to the coordinator. */
    public void deliver(SyncCoordination coordination, int input, int sender) {
      action.on(coordination, input, sender);
    }

    private interface SenderReport extends Serializable {
      void on(SyncCoordination coordination, int input, int sender);
    }
  }

  /** From a subtask behind the exchange. */
  public static final class FromReceiver extends SyncMessage {

    private static final long serialVersionUID = 1L;

    private final ReceiverReport action;

    private FromReceiver(String name, ReceiverReport action) {
      super(name);
      this.action = action;
    }

    /** Delivers the message to the coordinator. */
    public void deliver(SyncCoordination coordination, int receiver) {
      action.on(coordination, receiver);
    }

    private interface ReceiverReport extends Serializable {
      void on(SyncCoordination coordination, int receiver);
    }
  }

  // ------------------------------------------------------------------------- to placing subtasks

  /** The initial map: a placing subtask places nothing before it has received it. */
  static ToSender begin(MovedKeys moved) {
    return new ToSender("Begin", sender -> sender.begin(moved));
  }

  /** Prepares a Sync. */
  static ToSender prepareSender(int number, MovingKeys moves) {
    return new ToSender("PrepareSender", sender -> sender.prepare(number, moves));
  }

  /** From the next record on, the new map is used. */
  static ToSender go(int number) {
    return new ToSender("Go", sender -> sender.go(number));
  }

  /** All keys have been moved as in the new map. */
  static ToSender over(int number) {
    return new ToSender("Over", sender -> sender.over(number));
  }

  /** Nothing is moved. */
  static ToSender cancelSender(int number) {
    return new ToSender("CancelSender", sender -> sender.cancel(number));
  }

  // ------------------------------------------------------------------------ from placing subtasks

  /** The subtask is ready, and will not end before the Sync is over. */
  static FromSender senderReady(int number) {
    return new FromSender(
        "SenderReady",
        (coordination, input, sender) -> coordination.senderReady(number, input, sender));
  }

  /** Its input has ended: it will send no more markers. */
  static FromSender senderEnded() {
    return new FromSender("SenderEnded", SyncCoordination::senderEnded);
  }

  // -------------------------------------------------------------- to subtasks behind the exchange

  /**
   * Keys will be moved away from the subtask, or to it.
   *
   * @param senders the numbers of placing subtasks, by input
   */
  static ToReceiver prepareReceiver(int number, MovingKeys moves, int[] senders) {
    return new ToReceiver("PrepareReceiver", receiver -> receiver.prepare(number, moves, senders));
  }

  /**
   * All participants have received all records that were placed by the old map: keys are to be
   * taken out at this event time.
   */
  static ToReceiver takeOut(int number, long eventTime) {
    return new ToReceiver("TakeOut", receiver -> receiver.takeOut(number, eventTime));
  }

  /** The state of some of the keys that are moved to the subtask. */
  static ToReceiver putIn(int number, SyncStates states) {
    return new ToReceiver("PutIn", receiver -> receiver.putIn(number, states));
  }

  /** The state of all keys that are moved to the subtask has been sent. */
  static ToReceiver allPutIn(int number) {
    return new ToReceiver("AllPutIn", receiver -> receiver.allPutIn(number));
  }

  /** Nothing is moved. */
  static ToReceiver cancelReceiver(int number) {
    return new ToReceiver("CancelReceiver", receiver -> receiver.cancel(number));
  }

  // ------------------------------------------------------------ from subtasks behind the exchange

  /**
   * The subtask is ready.
   *
   * @param leaving the indices, among the moves, of the keys that are moved away from it
   * @param bytes the approximate state size of each of them
   */
  static FromReceiver receiverReady(int number, int[] leaving, long[] bytes) {
    return new FromReceiver(
        "ReceiverReady",
        (coordination, receiver) -> coordination.receiverReady(number, receiver, leaving, bytes));
  }

  /** The subtask cannot hand over keys yet. */
  static FromReceiver receiverNotReady(int number) {
    return new FromReceiver(
        "ReceiverNotReady", (coordination, receiver) -> coordination.receiverNotReady(number));
  }

  /** The subtask has received the markers of all placing subtasks. */
  static FromReceiver allMarked(int number, long eventTime) {
    return new FromReceiver(
        "AllMarked",
        (coordination, receiver) -> coordination.allMarked(number, receiver, eventTime));
  }

  /**
   * The state of some of the keys that are moved away from the subtask.
   *
   * @param part which of the subtask's parts this is, from 0 on
   */
  static FromReceiver statesOut(int number, int part, SyncStates states) {
    return new FromReceiver(
        "StatesOut",
        (coordination, receiver) -> coordination.statesOut(number, receiver, part, states));
  }

  /**
   * All keys that are moved away from the subtask have been taken out.
   *
   * @param parts in which it has sent their state
   */
  static FromReceiver takenOut(int number, int parts) {
    return new FromReceiver(
        "TakenOut", (coordination, receiver) -> coordination.takenOut(number, receiver, parts));
  }

  /**
   * The subtask has received all keys that are moved to it, and has released all held elements.
   *
   * @param waitedMillis for how long watermarks have waited in the subtask
   */
  static FromReceiver done(int number, long waitedMillis) {
    return new FromReceiver(
        "Done",
        (coordination, receiver) -> coordination.receiverDone(number, receiver, waitedMillis));
  }
}
