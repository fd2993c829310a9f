/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.protocol;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.trilink.runtime.sync.protocol.SimulatedElement.Reading;

/**
 * Simulates in one thread how Flink runs a job with one exchange: channels, mails, checkpoints and
 * failures, in a random order of events. First anything may happen. Then there are no more
 * failures, and the job must finish.
 */
final class SimulatedJob implements SyncCoordination.Effects {

  /**
   * The number of rounds over all subtasks without progress that is considered a deadlock; far more
   * than any wait takes.
   */
  private static final int DEADLOCK = 10_000;

  private static final int MAX_CHAOS = 1_500;

  final Random random;
  final SimulatedSetup setup;
  private final Map<String, Integer> counts;

  /** By subtask; null while it is down. */
  private final SimulatedSender[][] senders;

  private final SimulatedReceiver[] receivers;

  private final Map<List<Integer>, Deque<SimulatedElement>> channels = new HashMap<>();

  SyncCoordination coordination;

  /** By subtask: its messages to the coordinator. */
  private final Map<Integer, Deque<Told>> told = new TreeMap<>();

  /** The actions that the JobMaster's thread has to run. */
  private final Deque<Runnable> jobMaster = new ArrayDeque<>();

  private long now;
  private int attempts;

  private SimulatedCheckpoint completed;
  private final TreeMap<Long, SimulatedCheckpoint> pending = new TreeMap<>();
  private long nextCheckpoint = 1;

  /** The checkpoint of which the coordinator's part is awaited; Flink has at most one. */
  private final Set<Long> triggering = new TreeSet<>();

  /** Subtasks that are to be restarted, one by one. */
  private final List<Runnable> starts = new ArrayList<>();

  private boolean regionFails;
  private boolean jobFails;
  boolean calm;
  private boolean sourcesPause;
  private SyncOutcome lastOutcome;

  SimulatedJob(Random random, Map<String, Integer> counts) {
    this.random = random;
    this.counts = counts;
    setup = new SimulatedSetup(random);
    senders = new SimulatedSender[setup.senders.length][];
    Arrays.setAll(senders, input -> new SimulatedSender[setup.senders[input]]);
    receivers = new SimulatedReceiver[setup.receivers];
    coordination = newCoordination();
    restart();
  }

  private SyncCoordination newCoordination() {
    return new SyncCoordination(
        setup.senders,
        setup.receivers,
        setup.maxParallelism,
        2 * SimulatedWindows.STATE_BYTES,
        new SyncTimeouts(20_000, 10_000, 1_000, 30_000),
        this);
  }

  // --------------------------------------------------------------------------------------- run

  void run() throws Exception {
    int chaos = random.nextInt(MAX_CHAOS);
    for (int step = 0; step < chaos && !hasEnded(); step++) {
      step();
    }
    calm = true;
    new ArrayList<>(pending.keySet()).forEach(this::abort);
    if (jobFails || regionFails) {
      goBack();
    }
    moveOnceMore();
    goOnUntil(() -> hasEnded() && isQuiet());
    check(triggering.isEmpty(), "Flink waits for the coordinator's part of %s", triggering);
    Arrays.stream(receivers).forEach(receiver -> receiver.operator.fireProcessingTime());
    checkResults();
  }

  /** A Sync must work now, no matter what has happened before. */
  private void moveOnceMore() throws Exception {
    sourcesPause = true;
    goOnUntil(() -> coordination.refusal() != SyncRefusal.NOT_RUNNING && isQuiet());
    if (coordination.refusal() == SyncRefusal.UNDER_WAY) {
      goOnUntil(() -> coordination.refusal() != SyncRefusal.UNDER_WAY);
    }
    if (coordination.refusal() == null) {
      lastOutcome = null;
      requestSync();
      goOnUntil(() -> lastOutcome != null);
      check(lastOutcome == SyncOutcome.DONE, "the last Sync is %s", lastOutcome);
      count("last Syncs done");
    }
    sourcesPause = false;
  }

  private boolean isQuiet() {
    return jobMaster.isEmpty() && told.values().stream().allMatch(Deque::isEmpty);
  }

  private boolean hasEnded() {
    for (SimulatedReceiver receiver : receivers) {
      if (receiver == null || !receiver.hasEnded()) {
        return false;
      }
    }
    return !jobFails && !regionFails;
  }

  private interface Condition {
    boolean holds();
  }

  private void goOnUntil(Condition condition) throws Exception {
    int idleSteps = 0;
    while (!condition.holds()) {
      idleSteps = step() ? 0 : idleSteps + 1;
      check(idleSteps < DEADLOCK, "nothing happens any more: %s", this);
    }
  }

  /** Lets a random event happen; returns whether there was one. */
  private boolean step() throws Exception {
    if (!calm && random.nextInt(25) == 0) {
      disturb();
    }
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> stepSender(senders[random.nextInt(senders.length)]);
      case 3, 4, 5 -> stepReceiver(random.nextInt(receivers.length));
      case 6 -> hearOne();
      default -> stepJobMaster();
    };
  }

  private boolean stepJobMaster() {
    if (!starts.isEmpty() && random.nextInt(3) == 0) {
      starts.remove(random.nextInt(starts.size())).run();
      return true;
    }
    Runnable next = jobMaster.poll();
    if (next != null) {
      next.run();
    }
    return next != null;
  }

  private boolean stepSender(SimulatedSender[] ofInput) throws IOException {
    SimulatedSender sender = ofInput[random.nextInt(ofInput.length)];
    return sender != null && sender.step(sourcesPause);
  }

  private boolean stepReceiver(int index) throws Exception {
    SimulatedReceiver receiver = receivers[index];
    if (receiver == null) {
      return false;
    }
    if (random.nextInt(30) == 0) {
      receiver.operator.fireProcessingTime();
    }
    try {
      return receiver.step();
    } catch (IllegalStateException e) {
      check(e.getMessage().contains("has to hold more than"), "%s", e);
      count("too much held");
      fail(index);
      if (calm) {
        goBack();
      }
      return true;
    }
  }

  /** Lets an external event happen. */
  private void disturb() {
    switch (random.nextInt(12)) {
      case 0, 1 -> {
        if (coordination.refusal() == null) {
          requestSync();
        }
      }
      case 2, 3, 4, 5 -> triggerCheckpoint();
      case 6 -> {
        if (!pending.isEmpty() && random.nextBoolean()) {
          abort(new ArrayList<>(pending.keySet()).get(random.nextInt(pending.size())));
        }
      }
      case 7 -> {
        now += random.nextInt(8) == 0 ? random.nextInt(40_000) : random.nextInt(900);
        coordination.time(now);
      }
      case 8 -> {
        if (random.nextInt(4) == 0) {
          fail(random.nextInt(numberOfSubtasks()));
        }
      }
      default -> {
        if (regionFails || jobFails) {
          goBack();
        }
      }
    }
  }

  // ------------------------------------------------------------------------------------- Syncs

  private void requestSync() {
    MovingKeys.Builder moves = MovingKeys.builder();
    boolean any = false;
    for (int key = 0; key < setup.base.length; key++) {
      int from = coordination.moved().keyGroupOf(rowOf(key), setup.base[key]);
      int to = random.nextInt(setup.maxParallelism);
      if (from != to && (random.nextBoolean() || (calm && !any))) {
        moves.move(rowOf(key), from, to);
        any = true;
      }
    }
    if (!any && setup.maxParallelism > 1) {
      int from = coordination.moved().keyGroupOf(rowOf(0), setup.base[0]);
      moves.move(rowOf(0), from, (from + 1) % setup.maxParallelism);
    } else if (!any) {
      lastOutcome = SyncOutcome.DONE;
      return;
    }
    coordination.request(moves.build());
    count("Syncs requested");
  }

  @Override
  public void syncEnded(int number, SyncOutcome outcome) {
    lastOutcome = outcome;
    count("Syncs " + outcome);
  }

  /** The coordinator's answer to a placing subtask that wants to end. */
  @Nullable
  SyncMessage.ToSender askedToEnd(int input, int sender) {
    return coordination.askedToEnd(input, sender);
  }

  @Override
  public void sendToSender(int input, int sender, SyncMessage.ToSender message) {
    if (senders[input][sender] != null) {
      senders[input][sender].deliver(message);
    }
  }

  @Override
  public void going(int number) {}

  @Override
  public void sendToReceiver(int receiver, SyncMessage.ToReceiver message) {
    if (receivers[receiver] != null) {
      receivers[receiver].mails.add(message);
    }
  }

  @Override
  public void failJob(String reason) {
    count(reason.contains("moves keys for more than") ? "time-outs after go" : "jobs failed");
    jobFails = true;
  }

  /** Sends a message to the coordinator, which receives it later, possibly twice. */
  void toCoordination(int subtask, int attempt, Runnable what) {
    told.computeIfAbsent(subtask, any -> new ArrayDeque<>()).add(new Told(attempt, what));
  }

  private boolean hearOne() {
    List<Integer> subtasks = new ArrayList<>(told.keySet());
    if (subtasks.isEmpty()) {
      return false;
    }
    int subtask = subtasks.get(random.nextInt(subtasks.size()));
    Told next = told.get(subtask).peek();
    if (next == null) {
      return false;
    }
    if (random.nextInt(10) != 0) { // otherwise it is received again
      told.get(subtask).remove();
    }
    if (next.attempt == attemptOf(subtask)) {
      next.what.run();
    } else {
      count("words of a former attempt");
    }
    return true;
  }

  // -------------------------------------------------------------------------------- checkpoints

  private void triggerCheckpoint() {
    if (!triggering.isEmpty() || pending.size() >= setup.concurrentCheckpoints || anyIsDown()) {
      return;
    }
    long id = nextCheckpoint++;
    pending.put(id, new SimulatedCheckpoint(id, setup));
    triggering.add(id);
    if (random.nextInt(10) == 0) {
      abort(id); // and the coordinator is notified of the abort before the request
    }
    jobMaster.add(() -> coordination.checkpointRequested(id));
  }

  @Override
  public void releaseCheckpoint(long id) {
    triggering.remove(id);
    SimulatedCheckpoint checkpoint = pending.get(id);
    if (checkpoint == null) {
      return; // aborted
    }
    try {
      checkpoint.coordination = coordination.snapshot();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    for (SimulatedSender[] ofInput : senders) {
      for (SimulatedSender sender : ofInput) {
        if (sender != null) {
          sender.triggers.add(checkpoint);
        }
      }
    }
  }

  SimulatedCheckpoint pending(long id) {
    return pending.get(id);
  }

  void completeIfAllIsThere(long id) {
    SimulatedCheckpoint checkpoint = pending.get(id);
    if (checkpoint == null || !checkpoint.isComplete()) {
      return;
    }
    pending.remove(id);
    // an earlier savepoint that took longer is the newest one for a restore
    completed = checkpoint;
    count("checkpoints");
    if (random.nextBoolean()) { // otherwise the earlier ones are savepoints
      new ArrayList<>(pending.headMap(id).keySet()).forEach(this::abort);
    }
    jobMaster.add(() -> coordination.checkpointCompleted(id));
  }

  private void abort(long id) {
    pending.remove(id);
    jobMaster.add(() -> coordination.checkpointAborted(id));
    count("checkpoints aborted");
  }

  // ----------------------------------------------------------------------------------- failures

  private int numberOfSubtasks() {
    return senderNumber(setup.senders.length, 0);
  }

  int senderNumber(int input, int index) {
    int number = setup.receivers + index;
    for (int before = 0; before < input; before++) {
      number += setup.senders[before];
    }
    return number;
  }

  private int attemptOf(int subtask) {
    if (subtask < setup.receivers) {
      return receivers[subtask] == null ? -1 : receivers[subtask].attempt;
    }
    SimulatedSender sender = senders[inputOf(subtask)][indexOf(subtask)];
    return sender == null ? -1 : sender.attempt;
  }

  private int inputOf(int sender) {
    int input = 0;
    while (sender >= senderNumber(input + 1, 0)) {
      input++;
    }
    return input;
  }

  private int indexOf(int sender) {
    return sender - senderNumber(inputOf(sender), 0);
  }

  private boolean anyIsDown() {
    for (int subtask = 0; subtask < numberOfSubtasks(); subtask++) {
      if (attemptOf(subtask) < 0) {
        return true;
      }
    }
    return false;
  }

  /** A subtask fails; the others continue for some time. */
  private void fail(int subtask) {
    if (attemptOf(subtask) < 0) {
      return;
    }
    count("subtasks failed");
    regionFails = true;
    stop(subtask);
  }

  private void stop(int subtask) {
    boolean ran = attemptOf(subtask) >= 0;
    if (subtask < setup.receivers) {
      receivers[subtask] = null;
      if (ran) {
        coordination.receiverFailed(subtask);
      }
    } else {
      senders[inputOf(subtask)][indexOf(subtask)] = null;
      if (ran) {
        coordination.senderFailed(inputOf(subtask), indexOf(subtask));
      }
    }
  }

  /** All subtasks are restored from the last checkpoint, in one of the ways that Flink has. */
  private void goBack() {
    new ArrayList<>(pending.keySet()).forEach(this::abort);
    starts.clear();
    List<Integer> subtasks = new ArrayList<>();
    for (int subtask = 0; subtask < numberOfSubtasks(); subtask++) {
      subtasks.add(subtask);
    }
    Collections.shuffle(subtasks, random);
    subtasks.forEach(this::stop);
    channels.clear();
    long id = completed == null ? -1 : completed.id;
    boolean wholeJob = jobFails || random.nextInt(3) == 0;
    regionFails = false;
    jobFails = false;
    if (!wholeJob) {
      count("regions restarted");
      subtasks.forEach(subtask -> resetOne(subtask, id));
      check(!jobFails, "a region's restart is refused");
    } else {
      byte[] snapshot = completed == null ? null : completed.coordination;
      try {
        if (random.nextInt(4) == 0) {
          count("JobManagers failed");
          coordination = newCoordination();
          jobMaster.clear();
          triggering.clear();
          if (snapshot != null) {
            coordination.resetToCheckpoint(id, snapshot);
          }
        } else {
          count("jobs restarted");
          coordination.resetToCheckpoint(id, snapshot);
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    restart();
  }

  private void resetOne(int subtask, long id) {
    if (subtask < setup.receivers) {
      coordination.receiverReset(subtask, id);
    } else {
      coordination.senderReset(inputOf(subtask), indexOf(subtask), id);
    }
  }

  private void restart() {
    for (int receiver = 0; receiver < setup.receivers; receiver++) {
      int index = receiver;
      starts.add(() -> startReceiver(index));
    }
    for (int input = 0; input < setup.senders.length; input++) {
      for (int sender = 0; sender < setup.senders[input]; sender++) {
        int ofInput = input;
        int index = sender;
        starts.add(() -> startSender(ofInput, index));
        for (int receiver = 0; completed != null && receiver < setup.receivers; receiver++) {
          channel(input, sender, receiver).addAll(completed.channel(input, sender, receiver));
        }
      }
    }
  }

  private void startReceiver(int index) {
    SimulatedWindows.State state =
        completed == null ? new SimulatedWindows.State() : completed.state(index);
    receivers[index] = new SimulatedReceiver(this, index, ++attempts, state);
    coordination.receiverStarted(index);
  }

  private void startSender(int input, int index) {
    int position = completed == null ? 0 : completed.position(input, index);
    senders[input][index] = new SimulatedSender(this, input, index, ++attempts, position);
    senders[input][index].deliver(coordination.senderStarted(input, index));
  }

  // ------------------------------------------------------------------------------------- checks

  Deque<SimulatedElement> channel(int input, int sender, int receiver) {
    return channels.computeIfAbsent(List.of(input, sender, receiver), any -> new ArrayDeque<>());
  }

  @SuppressWarnings("AnnotateFormatMethod") // its annotations are not on the class path
  void check(boolean right, String message, Object... arguments) {
    if (!right) {
      throw new AssertionError(message.formatted(arguments));
    }
  }

  void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  void checkStateIsNotSplit(int key, int keyGroup) {
    for (SimulatedReceiver receiver : receivers) {
      check(
          receiver == null || !receiver.operator.hasElsewhere(key, keyGroup),
          "key %d has state outside of key group %d, too",
          key,
          keyGroup);
    }
  }

  /** A record was dropped: it must also be late for a subtask without Syncs. */
  void late(Reading record, long eventTime) {
    count("late records");
    check(setup.lateRecords, "%s is late at event time %d", record, eventTime);
    long latest = Long.MIN_VALUE;
    for (SimulatedReceiver receiver : receivers) {
      if (receiver != null) {
        latest = Math.max(latest, receiver.stockProgress());
      }
    }
    check(
        SimulatedWindows.windowEnd(record.time()) - 1 <= latest,
        "%s is late at event time %d, but nobody had got further than %d",
        record,
        eventTime,
        latest);
  }

  private void checkResults() {
    Map<List<Long>, List<Integer>> windows = new HashMap<>();
    List<Integer> seen = new ArrayList<>();
    List<Integer> fired = new ArrayList<>();
    for (SimulatedReceiver receiver : receivers) {
      for (SimulatedWindows.Result result : receiver.operator.results()) {
        List<Long> window = List.of((long) result.key(), result.windowEnd());
        List<Integer> before = windows.put(window, new ArrayList<>(result.ids()));
        if (before != null) {
          check(!setup.exactlyOnce(), "window %s has fired twice", window);
          windows.get(window).addAll(before);
        }
        seen.addAll(result.ids());
      }
      seen.addAll(receiver.operator.late());
      fired.addAll(receiver.operator.firedTimers());
    }
    Map<List<Long>, Set<Integer>> expected = new HashMap<>();
    Set<Integer> all = new TreeSet<>();
    for (Reading reading : setup.readings) {
      all.add(reading.id());
      expected
          .computeIfAbsent(
              List.of((long) reading.key(), SimulatedWindows.windowEnd(reading.time())),
              any -> new HashSet<>())
          .add(reading.id());
    }
    check(new TreeSet<>(seen).equals(all), "%s of %s were seen", new TreeSet<>(seen), all);
    if (setup.exactlyOnce()) {
      check(seen.size() == all.size(), "some of %s were seen twice", seen);
      check(new HashSet<>(fired).size() == fired.size(), "some timers of %s fired twice", fired);
    }
    if (!setup.lateRecords) {
      Map<List<Long>, Set<Integer>> found = new HashMap<>();
      windows.forEach((window, ids) -> found.put(window, new HashSet<>(ids)));
      check(found.equals(expected), "windows %s instead of %s", found, expected);
      Set<Integer> timers = new TreeSet<>(all);
      timers.removeIf(id -> id % 3 != 0);
      check(new TreeSet<>(fired).equals(timers), "timers %s instead of %s", fired, timers);
    }
  }

  static BinaryRowData rowOf(int key) {
    BinaryRowData row = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(row);
    writer.writeInt(0, key);
    writer.complete();
    return row;
  }

  static int keyOf(BinaryRowData row) {
    BinaryRowData key = new BinaryRowData(1);
    key.pointTo(row.getSegments(), row.getOffset(), row.getSizeInBytes());
    return key.getInt(0);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(senders)
        + " "
        + Arrays.toString(receivers)
        + ", refusal "
        + coordination.refusal()
        + ", pending "
        + pending.keySet()
        + ", down "
        + anyIsDown()
        + ", starts "
        + starts.size()
        + ", setup "
        + setup;
  }

  /** A message of an attempt to the coordinator. */
  private record Told(int attempt, Runnable what) {}
}
