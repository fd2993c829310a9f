/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.trilink.runtime.move.protocol.SimulatedElement.Reading;
import org.trilink.runtime.simulation.RuleBroken;

/**
 * A keyed operator like those of Flink: tumbling windows of {@value #SIZE} per key with event-time
 * timers, and a processing-time timer for some records. It checks invariants at every step.
 */
final class SimulatedWindows implements SyncReceiver.Operator<Reading> {

  static final long SIZE = 10;

  private final SimulatedJob job;
  private final int subtask;
  private final State state;

  private final long[] watermarks;
  private final boolean[] idle;

  /** Whether the next request to hand over keys is refused. */
  private boolean refusesOnce;

  SimulatedWindows(SimulatedJob job, int subtask, int inputs, State restored) {
    this.job = job;
    this.subtask = subtask;
    state = copyOf(restored);
    watermarks = new long[inputs];
    Arrays.fill(watermarks, Long.MIN_VALUE);
    idle = new boolean[inputs];
    if (!job.setup.keepsProgress) {
      state.eventTime = Long.MIN_VALUE;
    }
  }

  /** An upper bound of the state size of a key. */
  static final int STATE_BYTES = 100;

  static long windowEnd(long time) {
    return (Math.floorDiv(time, SIZE) + 1) * SIZE;
  }

  void refuseOnce() {
    refusesOnce = true;
  }

  @Override
  public boolean canHandOver() {
    boolean can = job.isCalm() || !refusesOnce;
    refusesOnce = false;
    return can;
  }

  @Override
  public long[] stateBytes(MovingKeys moves, int[] leaving) {
    return Arrays.stream(leaving)
        .mapToLong(index -> job.isCalm() ? 0 : anyNumber(moves, index) % STATE_BYTES)
        .toArray();
  }

  /** A number that depends on a move only. */
  private static int anyNumber(MovingKeys moves, int index) {
    int key = SimulatedJob.keyOf(moves.key(index));
    return 37 * key + 53 * moves.from(index) + 71 * moves.to(index);
  }

  @Override
  public long eventTime() {
    return state.eventTime;
  }

  boolean isIdle(int input) {
    return idle[input];
  }

  List<Result> results() {
    return state.results;
  }

  List<Integer> late() {
    return state.late;
  }

  /** Whether a key has state in another key group than this one. */
  boolean hasElsewhere(int key, int keyGroup) {
    return state.keys.keySet().stream()
        .anyMatch(placed -> placed.key == key && placed.keyGroup != keyGroup);
  }

  @Override
  public void processRecord(int input, Reading record) {
    int owner =
        KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
            job.setup.maxParallelism, job.setup.receivers, record.keyGroup());
    RuleBroken.check(owner == subtask, "%s came to subtask %d", record, subtask);
    job.checkStateIsNotSplit(record.key(), record.keyGroup());
    PerKey ofKey =
        state.keys.computeIfAbsent(
            new Placed(record.key(), record.keyGroup()), placed -> new PerKey());
    if (job.setup.exactlyOnce()) {
      Integer last = ofKey.last.put(List.of(record.input(), record.sender()), record.id());
      RuleBroken.check(last == null || last < record.id(), "%s came after record %d", record, last);
    }
    long end = windowEnd(record.time());
    if (end - 1 <= state.eventTime) {
      job.late(record, state.eventTime);
      state.late.add(record.id());
      return;
    }
    ofKey.windows.computeIfAbsent(end, any -> new ArrayList<>()).add(record.id());
    if (record.id() % 3 == 0) {
      ofKey.timers.add(record.id());
    }
  }

  @Override
  public void processWatermark(int input, long timestamp) {
    RuleBroken.check(
        timestamp > watermarks[input], "watermark %d after %d", timestamp, watermarks[input]);
    watermarks[input] = timestamp;
    idle[input] = false;
    combine();
  }

  @Override
  public void processStatus(int input, boolean nowIdle) {
    idle[input] = nowIdle;
    combine();
  }

  private void combine() {
    long least = Long.MAX_VALUE;
    boolean any = false;
    for (int input = 0; input < watermarks.length; input++) {
      if (!idle[input]) {
        least = Math.min(least, watermarks[input]);
        any = true;
      }
    }
    if (any && least > state.eventTime) {
      advance(least);
    }
  }

  private void advance(long to) {
    state.keys.forEach(
        (placed, ofKey) -> {
          while (!ofKey.windows.isEmpty() && ofKey.windows.firstKey() - 1 <= to) {
            Map.Entry<Long, List<Integer>> window = ofKey.windows.pollFirstEntry();
            RuleBroken.check(
                window.getKey() - 1 > state.eventTime,
                "window %d fires behind watermark %d",
                window.getKey(),
                state.eventTime);
            state.results.add(new Result(placed.key, window.getKey(), window.getValue()));
          }
        });
    state.eventTime = to;
  }

  /** Advances the processing time and fires timers; returns whether there were any. */
  boolean fireProcessingTime() {
    boolean any = state.keys.values().stream().anyMatch(ofKey -> !ofKey.timers.isEmpty());
    state.keys.values().forEach(PerKey::fireTimers);
    return any;
  }

  List<Integer> firedTimers() {
    return state.keys.values().stream().flatMap(ofKey -> ofKey.fired.stream()).toList();
  }

  @Override
  public void takeOut(MovingKeys moves, int[] leaving, Consumer<SyncStates> out)
      throws IOException {
    SyncStates part = new SyncStates();
    for (int index : leaving) {
      Placed placed = new Placed(SimulatedJob.keyOf(moves.key(index)), moves.from(index));
      PerKey ofKey = state.keys.remove(placed);
      if (ofKey != null) {
        part.put(index, serialize(ofKey));
        if (anyNumber(moves, index) % 3 == 0) {
          out.accept(part);
          part = new SyncStates();
        }
      }
    }
    out.accept(part);
  }

  @Override
  public void putIn(MovingKeys moves, SyncStates states) throws IOException {
    for (Map.Entry<Integer, byte[]> entry : states.asMap().entrySet()) {
      int index = entry.getKey();
      Placed placed = new Placed(SimulatedJob.keyOf(moves.key(index)), moves.to(index));
      PerKey ofKey = deserialize(entry.getValue());
      RuleBroken.check(
          ofKey.windows.isEmpty() || ofKey.windows.firstKey() - 1 > state.eventTime,
          "%s comes with a timer for %s at event time %d",
          placed,
          ofKey.windows.keySet(),
          state.eventTime);
      RuleBroken.check(state.keys.put(placed, ofKey) == null, "%s has state already", placed);
    }
  }

  State snapshot() {
    return copyOf(state);
  }

  private static State copyOf(State original) {
    try {
      return deserialize(serialize(original));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] serialize(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T deserialize(byte[] bytes) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (T) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** A window that has fired. */
  record Result(int key, long windowEnd, List<Integer> ids) implements Serializable {}

  /** A key of the state: in another key group it is a different key. */
  private record Placed(int key, int keyGroup) implements Serializable {}

  /** The state of a key. */
  private static final class PerKey implements Serializable {

    private static final long serialVersionUID = 1L;

    final TreeMap<Long, List<Integer>> windows = new TreeMap<>();
    final ArrayList<Integer> timers = new ArrayList<>();
    final ArrayList<Integer> fired = new ArrayList<>();

    /** By input and sender, the last record. */
    final HashMap<List<Integer>, Integer> last = new HashMap<>();

    void fireTimers() {
      fired.addAll(timers);
      timers.clear();
    }
  }

  /** The state in a checkpoint; it includes the results, as in a transactional sink. */
  static final class State implements Serializable {

    private static final long serialVersionUID = 1L;

    final HashMap<Placed, PerKey> keys = new HashMap<>();
    final ArrayList<Result> results = new ArrayList<>();
    final ArrayList<Integer> late = new ArrayList<>();
    long eventTime = Long.MIN_VALUE;
  }
}
