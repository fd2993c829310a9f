/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.trilink.runtime.move.protocol.SimulatedElement.Idleness;
import org.trilink.runtime.move.protocol.SimulatedElement.Mark;
import org.trilink.runtime.move.protocol.SimulatedElement.Reading;

/**
 * A random job: its topology, and the input of its sources, which is as of topics without record
 * keys: a key's records come through all senders.
 */
final class SimulatedSetup {

  enum Barriers {
    ALIGNED,
    AT_LEAST_ONCE,
    UNALIGNED
  }

  /** By input. */
  final int[] senders;

  final int receivers;
  final int maxParallelism;

  /** By key: the key group of the strategy. */
  final int[] base;

  /** The number of elements in a channel at which its sender waits. */
  final int channelCapacity;

  /** By receiver: it only reads once in this many steps. */
  final int[] slowness;

  final int waitBytes;
  final int failBytes;
  final Barriers barriers;
  final int concurrentCheckpoints;

  /** Whether senders request the group of a key before they place it. */
  final boolean coordinated;

  /**
   * Whether records may be behind the watermark of their sender or, after an idle time, of all
   * other senders. If not, no result may be incomplete.
   */
  final boolean lateRecords;

  /** Whether the operator restores its event time, as Flink's window TVFs do. */
  final boolean keepsProgress;

  /** By input, by sender. */
  final List<List<List<SimulatedElement>>> scripts = new ArrayList<>();

  final List<Reading> readings = new ArrayList<>();

  SimulatedSetup(Random random) {
    senders = new int[1 + random.nextInt(2)];
    Arrays.setAll(senders, input -> 1 + random.nextInt(3));
    receivers = 1 + random.nextInt(4);
    maxParallelism = receivers + random.nextInt(2 * receivers + 1);
    base = random.ints(1 + random.nextInt(6), 0, maxParallelism).toArray();
    channelCapacity = 1 + random.nextInt(8);
    slowness = new int[receivers];
    Arrays.setAll(slowness, receiver -> random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1);
    waitBytes = random.nextInt(6);
    failBytes = random.nextInt(8) == 0 ? 2 + random.nextInt(6) : 10_000;
    barriers = Barriers.values()[random.nextInt(3)];
    concurrentCheckpoints = barriers == Barriers.UNALIGNED ? 1 : 1 + random.nextInt(3);
    coordinated = random.nextBoolean();
    lateRecords = exactlyOnce() && random.nextBoolean();
    keepsProgress = lateRecords || (exactlyOnce() && random.nextBoolean());
    for (int input = 0; input < senders.length; input++) {
      List<List<SimulatedElement>> ofInput = new ArrayList<>();
      for (int sender = 0; sender < senders[input]; sender++) {
        ofInput.add(script(random, input, sender));
      }
      scripts.add(ofInput);
    }
  }

  private List<SimulatedElement> script(Random random, int input, int sender) {
    List<SimulatedElement> script = new ArrayList<>();
    long watermark = 0;
    boolean idle = false;
    boolean hasBeenIdle = false;
    int length = 10 + random.nextInt(90);
    for (int i = 0; i < length; i++) {
      int kind = random.nextInt(12);
      if (kind == 0) {
        idle = !idle;
        hasBeenIdle = true;
        script.add(new Idleness(idle));
      } else if (kind < 4) {
        if (!idle) {
          watermark += 1 + random.nextInt(12);
          script.add(new Mark(watermark));
        }
      } else if (lateRecords || !hasBeenIdle) {
        long from = lateRecords ? Math.max(0, watermark - 10) : watermark + 1;
        Reading reading =
            new Reading(
                input,
                sender,
                readings.size(),
                random.nextInt(base.length),
                from + random.nextInt(25),
                -1);
        readings.add(reading);
        script.add(reading);
      }
    }
    if (idle) {
      script.add(new Idleness(false));
    }
    return script;
  }

  boolean exactlyOnce() {
    return barriers != Barriers.AT_LEAST_ONCE;
  }

  @Override
  public String toString() {
    return "senders "
        + Arrays.toString(senders)
        + ", receivers "
        + receivers
        + ", max parallelism "
        + maxParallelism
        + ", base "
        + Arrays.toString(base)
        + ", capacity "
        + channelCapacity
        + ", "
        + barriers
        + ", late records "
        + lateRecords
        + ", coordinated "
        + coordinated
        + ", keeps progress "
        + keepsProgress;
  }
}
