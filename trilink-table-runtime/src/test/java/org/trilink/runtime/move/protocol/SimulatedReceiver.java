/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.trilink.runtime.flink.ValveOutput;
import org.trilink.runtime.move.protocol.SimulatedElement.Barrier;
import org.trilink.runtime.move.protocol.SimulatedElement.End;
import org.trilink.runtime.move.protocol.SimulatedElement.Idleness;
import org.trilink.runtime.move.protocol.SimulatedElement.InBand;
import org.trilink.runtime.move.protocol.SimulatedElement.Mark;
import org.trilink.runtime.move.protocol.SimulatedElement.Reading;
import org.trilink.runtime.simulation.RuleBroken;
import org.trilink.runtime.simulation.Step;

/** An attempt of a subtask behind the exchange: Flink's valves, barriers, and the operator. */
final class SimulatedReceiver implements SyncReceiver.Effects {

  private final SimulatedJob job;
  final int index;
  final int attempt;
  private final SyncReceiver<Reading> sync;
  final SimulatedWindows operator;
  private final StatusWatermarkValve[] valves;

  /** The watermarks of Flink's own operator, by input. */
  private final long[] valveWatermarks;

  private final boolean[] valveIdle;
  private long stockProgress;

  final Deque<SyncMessage.ToReceiver> mails = new ArrayDeque<>();

  private final List<int[]> channels = new ArrayList<>();
  private final Set<Integer> blocked = new HashSet<>();
  private final Set<Integer> endedChannels = new HashSet<>();

  /** Checkpoints of which some barriers have arrived, by number. */
  private final Map<Long, Set<Integer>> barriers = new HashMap<>();

  SimulatedReceiver(SimulatedJob job, int index, int attempt, SimulatedWindows.State restored) {
    this.job = job;
    this.index = index;
    this.attempt = attempt;
    int[] senders = job.setup.senders;
    operator = new SimulatedWindows(job, index, senders.length, restored);
    stockProgress = operator.eventTime();
    sync =
        new SyncReceiver<>(
            senders.length,
            KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                job.setup.maxParallelism, job.setup.receivers, index),
            job.setup.waitBytes,
            job.setup.failBytes,
            operator,
            this);
    valves = new StatusWatermarkValve[senders.length];
    valveWatermarks = new long[senders.length];
    valveIdle = new boolean[senders.length];
    for (int input = 0; input < senders.length; input++) {
      valves[input] = new StatusWatermarkValve(senders[input]);
      valveWatermarks[input] = Long.MIN_VALUE;
      for (int sender = 0; sender < senders[input]; sender++) {
        channels.add(new int[] {input, sender});
      }
    }
  }

  boolean hasEnded() {
    return endedChannels.size() == channels.size();
  }

  long stockProgress() {
    return stockProgress;
  }

  boolean hasMail() {
    return !mails.isEmpty();
  }

  /** Receives the coordinator's next message; returns whether there was one. */
  boolean onMessage() throws Exception {
    if (mails.isEmpty()) {
      return false;
    }
    mails.remove().deliver(sync);
    return true;
  }

  /** A step that reads from a channel from which it can be read; null if there is none. */
  @Nullable
  Step<SyncStep> nextToRead(Random random) {
    int first = random.nextInt(channels.size());
    for (int i = 0; i < channels.size(); i++) {
      int channel = (first + i) % channels.size();
      int input = channels.get(channel)[0];
      int sender = channels.get(channel)[1];
      if (!blocked.contains(channel) && !job.channel(input, sender, index).isEmpty()) {
        return Step.of(SyncStep.RECEIVER_READS, index, input, sender);
      }
    }
    return null;
  }

  boolean mustWait() {
    return sync.mustWait();
  }

  /** Processes the next element of a channel; returns whether there was one. */
  boolean readFrom(int input, int sender) throws Exception {
    int channel = channelOf(input, sender);
    if (sync.mustWait() || blocked.contains(channel)) {
      return false;
    }
    SimulatedElement element = job.channel(input, sender, index).poll();
    if (element == null) {
      return false;
    }
    if (job.setup.barriers == SimulatedSetup.Barriers.UNALIGNED) {
      record(input, sender, channel, element);
    }
    process(input, sender, channel, element);
    if (!sync.isHolding()) {
      checkNothingIsMissed();
    }
    return true;
  }

  private int channelOf(int input, int sender) {
    for (int channel = 0; channel < channels.size(); channel++) {
      if (Arrays.equals(channels.get(channel), new int[] {input, sender})) {
        return channel;
      }
    }
    throw new IllegalArgumentException(input + "." + sender);
  }

  /** Outside of Syncs the operator's event time is that of Flink or later. */
  private void checkNothingIsMissed() {
    for (int input = 0; input < valves.length; input++) {
      RuleBroken.check(operator.isIdle(input) == valveIdle[input], "input %d: wrong status", input);
    }
    RuleBroken.check(operator.eventTime() >= stockProgress, "%s is behind %d", this, stockProgress);
  }

  /**
   * Elements between an unaligned checkpoint's snapshot and a channel's barrier are part of the
   * checkpoint.
   */
  private void record(int input, int sender, int channel, SimulatedElement element) {
    barriers.forEach(
        (id, came) -> {
          SimulatedCheckpoint checkpoint = job.pending(id);
          if (checkpoint != null && !came.contains(channel)) {
            checkpoint.read(input, sender, index, element);
          }
        });
  }

  private void process(int input, int sender, int channel, SimulatedElement element)
      throws Exception {
    if (element instanceof Reading reading) {
      if (sync.holds(SimulatedJob.rowOf(reading.key()), reading.keyGroup())) {
        sync.hold(input, reading, 1);
        job.count("records held");
      } else {
        operator.processRecord(input, reading);
      }
    } else if (element instanceof Mark mark) {
      valves[input].inputWatermark(new Watermark(mark.time()), sender, outputOf(input));
    } else if (element instanceof Idleness idleness) {
      valves[input].inputWatermarkStatus(
          idleness.idle() ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE, sender, outputOf(input));
    } else if (element instanceof InBand inBand) {
      sync.marker(inBand.marker());
    } else if (element instanceof Barrier barrier) {
      barrier(barrier.checkpoint(), channel);
    } else if (element instanceof End) {
      endedChannels.add(channel);
      new ArrayList<>(barriers.keySet()).forEach(this::endAlignment);
      if (hasEnded()) {
        RuleBroken.check(!sync.isHolding(), "the input of %d ends within a Sync", index);
      }
    }
  }

  /** A channel that has ended has no more barriers: the checkpoint cannot be completed. */
  private void endAlignment(long id) {
    Set<Integer> cameOrEnded = new HashSet<>(barriers.get(id));
    cameOrEnded.addAll(endedChannels);
    if (cameOrEnded.size() == channels.size()) {
      blocked.clear();
      barriers.remove(id);
    }
  }

  private void barrier(long id, int channel) {
    Set<Integer> came = barriers.computeIfAbsent(id, any -> new HashSet<>());
    came.add(channel);
    SimulatedCheckpoint checkpoint = job.pending(id);
    boolean last = came.size() == channels.size();
    switch (job.setup.barriers) {
      case ALIGNED -> {
        blocked.add(channel);
        if (last) {
          blocked.clear();
          snapshot(checkpoint);
        }
      }
      case AT_LEAST_ONCE -> {
        if (last) {
          snapshot(checkpoint);
        }
      }
      case UNALIGNED -> {
        if (came.size() == 1) {
          snapshot(checkpoint);
        }
      }
    }
    if (checkpoint != null) {
      checkpoint.barrierCame(index, channels.size());
    }
    if (last) {
      barriers.remove(id);
      job.completeIfAllIsThere(id);
    } else {
      endAlignment(id);
    }
  }

  private void snapshot(SimulatedCheckpoint checkpoint) {
    if (checkpoint != null) { // otherwise it was aborted
      RuleBroken.check(!sync.isHolding(), "checkpoint %d is taken within a Sync", checkpoint.id);
      checkpoint.receiverTook(index, operator.snapshot());
    }
  }

  private ValveOutput outputOf(int input) {
    return new ValveOutput() {
      @Override
      public void emitWatermark(Watermark watermark) throws Exception {
        valveWatermarks[input] = watermark.getTimestamp();
        progress();
        sync.watermark(input, watermark.getTimestamp());
      }

      @Override
      public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
        valveIdle[input] = status.isIdle();
        progress();
        sync.status(input, status.isIdle());
      }
    };
  }

  private void progress() {
    long least = Long.MAX_VALUE;
    boolean any = false;
    for (int input = 0; input < valves.length; input++) {
      if (!valveIdle[input]) {
        any = true;
        least = Math.min(least, valveWatermarks[input]);
      }
    }
    if (any) {
      stockProgress = Math.max(stockProgress, least);
    }
  }

  @Override
  public void tell(SyncMessage.FromReceiver message) {
    job.toCoordination(index, attempt, () -> message.deliver(job.coordination, index));
  }

  /** Steps take no time. */
  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public String toString() {
    return "receiver "
        + index
        + (hasEnded() ? " ended" : "")
        + (sync.isHolding() ? " holds " + sync.heldRecords() : "")
        + ", mails "
        + mails.size()
        + ", blocked "
        + blocked
        + ", "
        + operator.eventTime();
  }
}
