/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The status of the subtasks of an exchange. Those behind it come first, so that their numbers here
 * are their indices. The placing subtasks follow, input by input.
 */
final class SyncSubtasks {

  private final int[] senders;
  private final int receivers;

  /**
   * The number of the first sender of each input; the last element is the total number of subtasks.
   */
  private final int[] starts;

  private final BitSet running = new BitSet();
  private final BitSet ended = new BitSet();

  /** Subtasks that must still be restored from a checkpoint, because others have been. */
  private final BitSet mustBeReset = new BitSet();

  /**
   * @param senders the numbers of placing subtasks, by input
   */
  SyncSubtasks(int[] senders, int receivers) {
    this.senders = senders.clone();
    this.receivers = receivers;
    starts = new int[senders.length + 1];
    starts[0] = receivers;
    for (int input = 0; input < senders.length; input++) {
      starts[input + 1] = starts[input] + senders[input];
    }
  }

  int receivers() {
    return receivers;
  }

  int[] sendersByInput() {
    return senders.clone();
  }

  /** The number of senders of all inputs. */
  int senders() {
    return Arrays.stream(senders).sum();
  }

  int ofReceiver(int receiver) {
    return receiver;
  }

  int ofSender(int input, int sender) {
    return starts[input] + sender;
  }

  void forEachRunningSender(SenderAction action) {
    for (int input = 0; input < senders.length; input++) {
      for (int sender = 0; sender < senders[input]; sender++) {
        if (isRunning(ofSender(input, sender))) {
          action.accept(input, sender);
        }
      }
    }
  }

  // ------------------------------------------------------------------------------------ attempts

  boolean allRun() {
    return running.cardinality() == starts[senders.length];
  }

  void started(int subtask) {
    running.set(subtask);
  }

  void failed(int subtask) {
    running.clear(subtask);
  }

  boolean isRunning(int subtask) {
    return running.get(subtask);
  }

  void ended(int sender) {
    ended.set(sender);
  }

  boolean anySenderHasEnded() {
    return !ended.isEmpty();
  }

  // -------------------------------------------------------------------------------------- resets

  void mustAllBeReset() {
    mustBeReset.set(0, starts[senders.length]);
  }

  boolean anyMustBeReset() {
    return !mustBeReset.isEmpty();
  }

  void reset(int subtask) {
    ended.clear(subtask);
    mustBeReset.clear(subtask);
  }

  void allReset() {
    running.clear();
    ended.clear();
    mustBeReset.clear();
  }

  /** An action for each placing subtask. */
  interface SenderAction {
    void accept(int input, int sender);
  }
}
