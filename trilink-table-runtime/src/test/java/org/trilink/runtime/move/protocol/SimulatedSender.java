/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.trilink.runtime.move.protocol.SimulatedElement.Barrier;
import org.trilink.runtime.move.protocol.SimulatedElement.End;
import org.trilink.runtime.move.protocol.SimulatedElement.Idleness;
import org.trilink.runtime.move.protocol.SimulatedElement.InBand;
import org.trilink.runtime.move.protocol.SimulatedElement.Mark;
import org.trilink.runtime.move.protocol.SimulatedElement.Reading;

/** An attempt of a placing subtask, with its source. */
final class SimulatedSender implements SyncSender.Effects {

  private final SimulatedJob job;
  final int input;
  final int index;
  final int attempt;
  private final List<SimulatedElement> script;

  /** Position in the script. */
  private int position;

  private final SyncSender sync;

  /**
   * The elements to write next; a full channel stops all output, like a task that waits for a
   * buffer.
   */
  private final Deque<Written> outbox = new ArrayDeque<>();

  /** Messages of the coordinator. */
  private final Deque<SyncMessage.ToSender> mails = new ArrayDeque<>();

  /**
   * Triggered checkpoints, whose barriers are not ordered with the messages: they are from a source
   * before it.
   */
  final Deque<SimulatedCheckpoint> triggers = new ArrayDeque<>();

  private final Set<Integer> knownKeys = new HashSet<>();

  /** Records that wait for the key group of their key, and watermarks after them. */
  private final List<SimulatedElement> waiting = new ArrayList<>();

  private boolean saidEndOfTime;
  private boolean toldEnd;
  boolean hasEnded;

  SimulatedSender(SimulatedJob job, int input, int index, int attempt, int position) {
    this.job = job;
    this.input = input;
    this.index = index;
    this.attempt = attempt;
    this.position = position;
    script = job.setup.scripts.get(input).get(index);
    sync = new SyncSender(input, index, this);
    if (isIdleAt(position)) {
      toAll(new Idleness(true));
    }
  }

  private boolean isIdleAt(int place) {
    for (int i = place - 1; i >= 0; i--) {
      if (script.get(i) instanceof Idleness idleness) {
        return idleness.idle();
      }
    }
    return false;
  }

  /** The next step of the task, which writes first what it has to write; null for none. */
  @Nullable
  SyncStep next(Random random, boolean mailsOnly) {
    if (hasEnded) {
      return null;
    } else if (!outbox.isEmpty()) {
      return SyncStep.SENDER_WRITES;
    } else if (!mails.isEmpty() && (mailsOnly || random.nextBoolean())) {
      return SyncStep.SENDER_GETS_MESSAGE;
    } else if (!triggers.isEmpty() && random.nextInt(5) == 0) {
      return SyncStep.SENDER_TAKES_CHECKPOINT;
    } else if (!waiting.isEmpty() && random.nextInt(3) == 0) {
      return SyncStep.SENDER_IS_ANSWERED;
    } else {
      return position < script.size() ? SyncStep.SENDER_READS : SyncStep.SENDER_ENDS;
    }
  }

  /** Takes a step; returns whether it was possible. */
  boolean take(SyncStep step, boolean paused) throws IOException {
    if (hasEnded) {
      return false;
    }
    if (step == SyncStep.SENDER_WRITES) {
      return write();
    }
    if (!outbox.isEmpty()) {
      return false; // the task's thread waits for buffers
    }
    return switch (step) {
      case SENDER_GETS_MESSAGE -> onMessage();
      case SENDER_TAKES_CHECKPOINT -> takeCheckpoint();
      case SENDER_IS_ANSWERED -> !waiting.isEmpty() && answer();
      case SENDER_READS -> !paused && read();
      case SENDER_ENDS -> !paused && end();
      default -> throw new IllegalArgumentException(step.sentence());
    };
  }

  private boolean write() {
    Written written = outbox.peek();
    if (written == null
        || job.channel(input, index, written.receiver).size() >= job.setup.channelCapacity) {
      return false;
    }
    outbox.remove();
    job.write(input, index, written.receiver, written.element);
    hasEnded = written.element instanceof End && outbox.isEmpty();
    return true;
  }

  private boolean onMessage() throws IOException {
    if (mails.isEmpty()) {
      return false;
    }
    mails.remove().deliver(sync);
    return true;
  }

  private boolean read() {
    if (!sync.knowsMap() || position == script.size()) {
      return false;
    }
    process(script.get(position++));
    return true;
  }

  private void process(SimulatedElement element) {
    if (element instanceof Reading reading) {
      if (job.setup.coordinated && !knownKeys.contains(reading.key())) {
        waiting.add(reading);
      } else {
        place(reading);
      }
    } else if (waiting.isEmpty()) {
      toAll(element);
    } else {
      waiting.add(element);
    }
  }

  private void place(Reading reading) {
    int keyGroup =
        sync.keyGroupOf(SimulatedJob.rowOf(reading.key()), job.setup.base[reading.key()]);
    int receiver =
        KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
            job.setup.maxParallelism, job.setup.receivers, keyGroup);
    outbox.add(new Written(receiver, reading.in(keyGroup)));
  }

  private void toAll(SimulatedElement element) {
    for (int receiver = 0; receiver < job.setup.receivers; receiver++) {
      outbox.add(new Written(receiver, element));
    }
  }

  /** The coordinator has answered the request for the first waiting key. */
  private boolean answer() {
    int key = ((Reading) waiting.get(0)).key();
    knownKeys.add(key);
    for (SimulatedElement element : new ArrayList<>(waiting)) {
      if (element instanceof Reading reading && reading.key() == key) {
        place(reading);
        waiting.remove(element);
      }
    }
    while (!waiting.isEmpty() && !(waiting.get(0) instanceof Reading)) {
      toAll(waiting.remove(0));
    }
    return true;
  }

  private void answerAll() {
    while (!waiting.isEmpty()) {
      answer();
    }
  }

  /** Mails may no longer be delivered, so the coordinator is asked. */
  private boolean mayEnd() throws IOException {
    SyncMessage.ToSender word = job.askedToEnd(input, index);
    if (word != null) {
      word.deliver(sync);
    }
    return sync.mayEnd();
  }

  private boolean end() throws IOException {
    if (!sync.knowsMap() || position < script.size()) {
      return false;
    }
    if (!waiting.isEmpty()) {
      answerAll();
      return true;
    }
    if (!saidEndOfTime) {
      // as Flink does, also after a restore, and before the end of the operators' input
      saidEndOfTime = true;
      toAll(new Mark(Long.MAX_VALUE));
      return true;
    }
    if (toldEnd || !triggers.isEmpty() || !mayEnd()) {
      return false;
    }
    toldEnd = true;
    sync.end();
    toAll(new End());
    return true;
  }

  private boolean takeCheckpoint() {
    if (triggers.isEmpty()) {
      return false;
    }
    SimulatedCheckpoint checkpoint = triggers.remove();
    if (!toldEnd) { // otherwise, as in Flink, the checkpoint cannot be completed
      take(checkpoint);
    }
    return true;
  }

  /** The checkpoint's barrier is sent after everything that has been processed. */
  private void take(SimulatedCheckpoint checkpoint) {
    answerAll();
    if (job.setup.barriers != SimulatedSetup.Barriers.UNALIGNED) {
      checkpoint.senderTook(input, index, position);
      toAll(new Barrier(checkpoint.id));
      return;
    }
    // it overtakes the elements in the channels, and those that are still to be written
    for (int receiver = 0; receiver < job.setup.receivers; receiver++) {
      Deque<SimulatedElement> channel = job.channel(input, index, receiver);
      for (SimulatedElement element : channel) {
        checkpoint.overtaken(input, index, receiver, element);
      }
      for (Written written : outbox) {
        if (written.receiver == receiver) {
          checkpoint.overtaken(input, index, receiver, written.element);
        }
      }
      channel.addFirst(new Barrier(checkpoint.id));
    }
    checkpoint.senderTook(input, index, position);
  }

  void deliver(SyncMessage.ToSender message) {
    mails.add(message);
  }

  @Override
  public void tell(SyncMessage.FromSender message) {
    job.toCoordination(
        job.senderNumber(input, index),
        attempt,
        () -> message.deliver(job.coordination, input, index));
  }

  @Override
  public void sendToAllChannels(SyncMarker marker) {
    toAll(new InBand(marker));
  }

  /** An element that a sender is about to write. */
  private record Written(int receiver, SimulatedElement element) {}

  @Override
  public String toString() {
    return "sender "
        + input
        + "."
        + index
        + (hasEnded ? " ended" : " at " + position + " of " + script.size())
        + ", mails "
        + mails.size()
        + ", outbox "
        + outbox.size();
  }
}
