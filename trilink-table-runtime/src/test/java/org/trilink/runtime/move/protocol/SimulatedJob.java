/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

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
import org.trilink.runtime.move.protocol.SimulatedElement.InBand;
import org.trilink.runtime.move.protocol.SimulatedElement.Reading;
import org.trilink.runtime.simulation.Counts;
import org.trilink.runtime.simulation.RuleBroken;
import org.trilink.runtime.simulation.Simulation;
import org.trilink.runtime.simulation.Step;

/**
 * Simulates how Flink runs a job with one exchange whose keys are moved: channels, mails,
 * checkpoints and failures. The model is the job's input: each record must be in one window, as in
 * a job without Syncs.
 */
final class SimulatedJob implements Simulation<SyncStep>, SyncCoordination.Effects {

  final SimulatedSetup setup;
  private final SyncFault fault;
  private final Counts counts;

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
  private final Set<Integer> starts = new TreeSet<>();

  /** By key: the key group for the next Sync. */
  private final Map<Integer, Integer> planned = new TreeMap<>();

  private boolean regionFails;
  private boolean jobFails;

  private boolean calm;

  /** The sources pause, so that a last Sync is not refused because one has ended. */
  private boolean sourcesPause;

  /** The number of the last Sync; 0 before it. */
  private int lastSync;

  private boolean lastSyncHasEnded;

  SimulatedJob(Random random, SyncFault fault, Counts counts) {
    this.fault = fault;
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

  // --------------------------------------------------------------------------------------- steps

  @Override
  @Nullable
  public Step<SyncStep> draw(Random random) {
    if (calm) {
      Step<SyncStep> duty = duty(random);
      if (duty != null) {
        return duty;
      }
    } else if (random.nextInt(12) == 0) {
      return disturbance(random);
    }
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> ofSender(random);
      case 3, 4, 5 -> ofReceiver(random);
      case 6 -> toCoordinator(random);
      default -> ofJobMaster(random);
    };
  }

  /**
   * Returns the step that has to be taken in the calm, as soon as it can: restarts, and a last
   * Sync; null if none is due.
   */
  @Nullable
  private Step<SyncStep> duty(Random random) {
    SyncRefusal refusal = coordination.refusal();
    if (jobFails || regionFails) {
      return restart(random);
    } else if (!sourcesPause
        || isLastSyncUnderWay()
        || !isQuiet()
        || refusal == SyncRefusal.NOT_RUNNING
        || refusal == SyncRefusal.UNDER_WAY) {
      return null;
    } else if (refusal == null && !lastSyncHasEnded && setup.maxParallelism > 1) {
      int further = 1 + random.nextInt(setup.maxParallelism - 1);
      return Step.of(SyncStep.LAST_SYNC_IS_REQUESTED, further);
    } else {
      return Step.of(SyncStep.SOURCES_GO_ON);
    }
  }

  /** An external event. */
  @Nullable
  private Step<SyncStep> disturbance(Random random) {
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> {
        int key = random.nextInt(setup.base.length);
        yield Step.of(SyncStep.MOVE_IS_PLANNED, key, random.nextInt(setup.maxParallelism));
      }
      case 4, 5, 6 -> Step.of(SyncStep.SYNC_IS_REQUESTED);
      case 7, 8, 9, 13, 14 ->
          switch (random.nextInt(10)) {
            case 0 -> Step.of(SyncStep.CHECKPOINT_IS_ABORTED_AT_ONCE);
            case 1, 2, 3, 4 -> Step.of(SyncStep.SAVEPOINT_IS_TRIGGERED);
            default -> Step.of(SyncStep.CHECKPOINT_IS_TRIGGERED);
          };
      case 10 ->
          pending.isEmpty() || random.nextBoolean()
              ? null
              : Step.of(SyncStep.CHECKPOINT_IS_ABORTED, random.nextInt(pending.size()));
      case 11 ->
          Step.of(
              SyncStep.TIME_PASSES,
              random.nextInt(8) == 0 ? random.nextInt(40_000) : random.nextInt(900));
      case 12 ->
          random.nextInt(4) > 0
              ? null
              : Step.of(SyncStep.SUBTASK_FAILS, random.nextInt(numberOfSubtasks()));
      default -> restart(random);
    };
  }

  private Step<SyncStep> restart(Random random) {
    if (!jobFails && random.nextInt(3) > 0) {
      return Step.of(SyncStep.REGION_IS_RESTARTED, random.nextInt(1_000));
    }
    return Step.of(
        random.nextInt(4) == 0 ? SyncStep.JOB_MANAGER_IS_RESTARTED : SyncStep.JOB_IS_RESTARTED);
  }

  @Nullable
  private Step<SyncStep> ofSender(Random random) {
    int input = random.nextInt(senders.length);
    int index = random.nextInt(senders[input].length);
    SimulatedSender sender = senders[input][index];
    SyncStep kind = sender == null ? null : sender.next(random, sourcesPause);
    return kind == null ? null : Step.of(kind, input, index);
  }

  @Nullable
  private Step<SyncStep> ofReceiver(Random random) {
    int index = random.nextInt(receivers.length);
    SimulatedReceiver receiver = receivers[index];
    if (receiver == null) {
      return null;
    } else if (random.nextInt(30) == 0) {
      return Step.of(SyncStep.RECEIVER_FIRES, index);
    } else if (!calm && random.nextInt(300) == 0) {
      return Step.of(SyncStep.RECEIVER_REFUSES, index);
    } else if (receiver.hasMail() && random.nextBoolean()) {
      return Step.of(SyncStep.RECEIVER_GETS_MESSAGE, index);
    } else if (random.nextInt(setup.slowness[index]) != 0) {
      return null;
    }
    return receiver.nextToRead(random);
  }

  @Nullable
  private Step<SyncStep> toCoordinator(Random random) {
    if (told.isEmpty()) {
      return null;
    }
    int subtask = new ArrayList<>(told.keySet()).get(random.nextInt(told.size()));
    SyncStep kind =
        random.nextInt(10) == 0
            ? SyncStep.COORDINATOR_GETS_MESSAGE_AGAIN
            : SyncStep.COORDINATOR_GETS_MESSAGE;
    return Step.of(kind, subtask);
  }

  private Step<SyncStep> ofJobMaster(Random random) {
    if (starts.isEmpty() || random.nextInt(3) > 0) {
      return Step.of(SyncStep.JOB_MASTER_ACTS);
    }
    int subtask = new ArrayList<>(starts).get(random.nextInt(starts.size()));
    return subtask < setup.receivers
        ? Step.of(SyncStep.RECEIVER_STARTS, subtask)
        : Step.of(SyncStep.SENDER_STARTS, inputOf(subtask), indexOf(subtask));
  }

  @Override
  public boolean take(Step<SyncStep> step) throws Exception {
    return switch (step.kind()) {
      case SENDER_STARTS -> startSender(step.argument(0), step.argument(1));
      case RECEIVER_STARTS -> startReceiver(step.argument(0));
      case SENDER_READS,
          SENDER_WRITES,
          SENDER_GETS_MESSAGE,
          SENDER_IS_ANSWERED,
          SENDER_TAKES_CHECKPOINT,
          SENDER_ENDS ->
          stepSender(senders[step.argument(0)][step.argument(1)], step.kind());
      case RECEIVER_READS -> read(step.argument(0), step.argument(1), step.argument(2));
      case RECEIVER_GETS_MESSAGE ->
          receivers[step.argument(0)] != null && receivers[step.argument(0)].onMessage();
      case RECEIVER_FIRES -> fireTimers(receivers[step.argument(0)]);
      case RECEIVER_REFUSES -> refuse(receivers[step.argument(0)]);
      case COORDINATOR_GETS_MESSAGE -> onMessage(step.argument(0), false);
      case COORDINATOR_GETS_MESSAGE_AGAIN -> onMessage(step.argument(0), true);
      case JOB_MASTER_ACTS -> runJobMaster();
      case TIME_PASSES -> {
        now += step.argument(0);
        coordination.time(now);
        yield true;
      }
      case MOVE_IS_PLANNED -> plan(step.argument(0), step.argument(1));
      case SYNC_IS_REQUESTED -> requestSync();
      case LAST_SYNC_IS_REQUESTED -> requestLastSync(step.argument(0));
      case SOURCES_GO_ON -> letSourcesGoOn();
      case CHECKPOINT_IS_TRIGGERED -> triggerCheckpoint(false);
      case SAVEPOINT_IS_TRIGGERED -> triggerCheckpoint(true);
      case CHECKPOINT_IS_ABORTED_AT_ONCE -> triggerAndAbort();
      case CHECKPOINT_IS_ABORTED -> abortOne(step.argument(0));
      case SUBTASK_FAILS -> fail(step.argument(0));
      case REGION_IS_RESTARTED -> restartRegion(step.argument(0));
      case JOB_IS_RESTARTED -> restartJob(false);
      case JOB_MANAGER_IS_RESTARTED -> restartJob(true);
    };
  }

  private boolean stepSender(@Nullable SimulatedSender sender, SyncStep kind) throws IOException {
    return sender != null && sender.take(kind, sourcesPause);
  }

  private boolean read(int index, int input, int sender) throws Exception {
    SimulatedReceiver receiver = receivers[index];
    if (receiver == null) {
      return false;
    }
    if (receiver.mustWait()) {
      count("input waits");
      return false;
    }
    try {
      return receiver.readFrom(input, sender);
    } catch (IllegalStateException e) {
      if (!e.getMessage().contains("has to hold more than")) {
        throw e;
      }
      count("too much held");
      fail(index);
      return true;
    }
  }

  private static boolean fireTimers(@Nullable SimulatedReceiver receiver) {
    return receiver != null && receiver.operator.fireProcessingTime();
  }

  private static boolean refuse(@Nullable SimulatedReceiver receiver) {
    if (receiver != null) {
      receiver.operator.refuseOnce();
    }
    return receiver != null;
  }

  private boolean runJobMaster() {
    Runnable next = jobMaster.poll();
    if (next != null) {
      next.run();
    }
    return next != null;
  }

  // ------------------------------------------------------------------------------------ the calm

  @Override
  public void calm() {
    calm = true;
    sourcesPause = true;
    new ArrayList<>(pending.keySet()).forEach(this::abort);
  }

  boolean isCalm() {
    return calm;
  }

  @Override
  public boolean isDone() {
    return hasEnded() && (!calm || (isQuiet() && !sourcesPause));
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

  // ------------------------------------------------------------------------------------- Syncs

  private boolean plan(int key, int keyGroup) {
    Integer before = planned.put(key, keyGroup);
    return before == null || before != keyGroup;
  }

  private boolean requestSync() {
    if (planned.isEmpty() || coordination.refusal() != null) {
      return false;
    }
    MovingKeys.Builder moves = MovingKeys.builder();
    boolean any = false;
    for (Map.Entry<Integer, Integer> move : planned.entrySet()) {
      int from = keyGroupOf(move.getKey());
      if (from != move.getValue()) {
        moves.move(rowOf(move.getKey()), from, move.getValue(), setup.base[move.getKey()]);
        any = true;
      }
    }
    planned.clear();
    if (any) {
      coordination.request(moves.build());
      count("Syncs requested");
    }
    return any;
  }

  private int keyGroupOf(int key) {
    return coordination.moved().keyGroupOf(rowOf(key), setup.base[key]);
  }

  /** A Sync must work in the calm, no matter what has happened before. */
  private boolean requestLastSync(int further) {
    if (!calm
        || !sourcesPause
        || lastSync > 0
        || coordination.refusal() != null
        || further % setup.maxParallelism == 0) {
      return false;
    }
    MovingKeys.Builder moves = MovingKeys.builder();
    for (int key = 0; key < setup.base.length; key++) {
      int from = keyGroupOf(key);
      moves.move(rowOf(key), from, (from + further) % setup.maxParallelism, setup.base[key]);
    }
    lastSync = coordination.request(moves.build());
    return true;
  }

  private boolean isLastSyncUnderWay() {
    return lastSync > 0 && !lastSyncHasEnded;
  }

  private boolean letSourcesGoOn() {
    if (!calm || !sourcesPause || isLastSyncUnderWay()) {
      return false;
    }
    sourcesPause = false;
    return true;
  }

  @Override
  public void syncEnded(int number, SyncOutcome outcome) {
    count("Syncs " + outcome);
    if (number == lastSync && outcome == SyncOutcome.BROKEN_OFF && regionFails) {
      lastSync = 0; // too much was held
    } else if (number == lastSync) {
      RuleBroken.check(outcome == SyncOutcome.DONE, "the last Sync is %s", outcome);
      lastSyncHasEnded = true;
      count("last Syncs done");
    }
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
    boolean isLost = fault == SyncFault.STATES_GET_LOST && message.toString().equals("PutIn");
    if (receivers[receiver] != null && !isLost) {
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

  private boolean onMessage(int subtask, boolean again) {
    Deque<Told> messages = told.getOrDefault(subtask, new ArrayDeque<>());
    Told next = again ? messages.peek() : messages.poll();
    if (next == null) {
      return false;
    }
    if (next.attempt == attemptOf(subtask)) {
      next.what.run();
    } else {
      count("words of a former attempt");
    }
    return true;
  }

  // -------------------------------------------------------------------------------- checkpoints

  private boolean triggerCheckpoint(boolean isSavepoint) {
    if (calm
        || !triggering.isEmpty()
        || pending.size() >= setup.concurrentCheckpoints
        || anyIsDown()) {
      return false;
    }
    long id = nextCheckpoint++;
    pending.put(id, new SimulatedCheckpoint(id, isSavepoint, setup));
    triggering.add(id);
    jobMaster.add(
        fault == SyncFault.CHECKPOINTS_DO_NOT_WAIT
            ? () -> releaseCheckpoint(id)
            : () -> coordination.checkpointRequested(id));
    return true;
  }

  /** The coordinator is notified of the abort before the request. */
  private boolean triggerAndAbort() {
    if (!triggerCheckpoint(false)) {
      return false;
    }
    Runnable request = jobMaster.removeLast();
    abort(nextCheckpoint - 1);
    jobMaster.add(request);
    return true;
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
    new ArrayList<>(pending.headMap(id).values())
        .stream().filter(earlier -> !earlier.isSavepoint).forEach(earlier -> abort(earlier.id));
    jobMaster.add(() -> coordination.checkpointCompleted(id));
  }

  private boolean abortOne(int index) {
    if (index >= pending.size()) {
      return false;
    }
    abort(new ArrayList<>(pending.keySet()).get(index));
    return true;
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
  private boolean fail(int subtask) {
    if (attemptOf(subtask) < 0) {
      return false;
    }
    count("subtasks failed");
    regionFails = true;
    stop(subtask);
    return true;
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

  /** The coordinator continues, and all subtasks are reset, one after the other in any order. */
  private boolean restartRegion(int order) {
    if (jobFails || !regionFails) {
      return false;
    }
    List<Integer> subtasks = new ArrayList<>();
    for (int subtask = 0; subtask < numberOfSubtasks(); subtask++) {
      subtasks.add(subtask);
    }
    Collections.shuffle(subtasks, new Random(order));
    stopAll(subtasks);
    count("regions restarted");
    subtasks.forEach(subtask -> resetOne(subtask, completedId()));
    RuleBroken.check(!jobFails, "a region's restart is refused");
    restart();
    return true;
  }

  private boolean restartJob(boolean jobManagerFails) throws IOException {
    if (!jobFails && !regionFails) {
      return false;
    }
    List<Integer> subtasks = new ArrayList<>();
    for (int subtask = 0; subtask < numberOfSubtasks(); subtask++) {
      subtasks.add(subtask);
    }
    stopAll(subtasks);
    byte[] snapshot = completed == null ? null : completed.coordination;
    if (fault == SyncFault.MAP_IS_NOT_RESTORED) {
      snapshot = newCoordination().snapshot();
    }
    if (jobManagerFails) {
      count("JobManagers failed");
      coordination = newCoordination();
      jobMaster.clear();
      triggering.clear();
      if (snapshot != null) {
        coordination.resetToCheckpoint(completedId(), snapshot);
      }
    } else {
      count("jobs restarted");
      coordination.resetToCheckpoint(completedId(), snapshot);
    }
    restart();
    return true;
  }

  private void stopAll(List<Integer> subtasks) {
    new ArrayList<>(pending.keySet()).forEach(this::abort);
    subtasks.forEach(this::stop);
    channels.clear();
    regionFails = false;
    jobFails = false;
  }

  private long completedId() {
    return completed == null ? -1 : completed.id;
  }

  private void resetOne(int subtask, long id) {
    if (subtask < setup.receivers) {
      coordination.receiverReset(subtask, id);
    } else {
      coordination.senderReset(inputOf(subtask), indexOf(subtask), id);
    }
  }

  /** All subtasks are to start, with the channels of the last checkpoint. */
  private void restart() {
    for (int subtask = 0; subtask < numberOfSubtasks(); subtask++) {
      starts.add(subtask);
    }
    for (int input = 0; input < setup.senders.length; input++) {
      for (int sender = 0; sender < setup.senders[input]; sender++) {
        for (int receiver = 0; completed != null && receiver < setup.receivers; receiver++) {
          channel(input, sender, receiver).addAll(completed.channel(input, sender, receiver));
        }
      }
    }
  }

  private boolean startReceiver(int index) {
    if (!starts.remove(index)) {
      return false;
    }
    SimulatedWindows.State state =
        completed == null ? new SimulatedWindows.State() : completed.state(index);
    receivers[index] = new SimulatedReceiver(this, index, ++attempts, state);
    coordination.receiverStarted(index);
    return true;
  }

  private boolean startSender(int input, int index) {
    if (!starts.remove(senderNumber(input, index))) {
      return false;
    }
    int position = completed == null ? 0 : completed.position(input, index);
    senders[input][index] = new SimulatedSender(this, input, index, ++attempts, position);
    senders[input][index].deliver(coordination.senderStarted(input, index));
    return true;
  }

  // ------------------------------------------------------------------------------------ channels

  Deque<SimulatedElement> channel(int input, int sender, int receiver) {
    return channels.computeIfAbsent(List.of(input, sender, receiver), any -> new ArrayDeque<>());
  }

  void write(int input, int sender, int receiver, SimulatedElement element) {
    Deque<SimulatedElement> channel = channel(input, sender, receiver);
    if (fault == SyncFault.MARKERS_OVERTAKE_RECORDS && element instanceof InBand) {
      channel.addFirst(element);
    } else {
      channel.add(element);
    }
  }

  // ------------------------------------------------------------------------------------- checks

  void count(String what) {
    counts.count(what);
  }

  void checkStateIsNotSplit(int key, int keyGroup) {
    for (SimulatedReceiver receiver : receivers) {
      RuleBroken.check(
          receiver == null || !receiver.operator.hasElsewhere(key, keyGroup),
          "key %d has state outside of key group %d, too",
          key,
          keyGroup);
    }
  }

  /** A record was dropped: it must also be late for a subtask without Syncs. */
  void late(Reading record, long eventTime) {
    count("late records");
    RuleBroken.check(setup.lateRecords, "%s is late at event time %d", record, eventTime);
    long latest = Long.MIN_VALUE;
    for (SimulatedReceiver receiver : receivers) {
      if (receiver != null) {
        latest = Math.max(latest, receiver.stockProgress());
      }
    }
    RuleBroken.check(
        SimulatedWindows.windowEnd(record.time()) - 1 <= latest,
        "%s is late at event time %d, but nobody had got further than %d",
        record,
        eventTime,
        latest);
  }

  @Override
  public void check() {
    RuleBroken.check(
        triggering.isEmpty(), "Flink waits for the coordinator's part of %s", triggering);
    Arrays.stream(receivers).forEach(receiver -> receiver.operator.fireProcessingTime());
    Map<List<Long>, List<Integer>> windows = new HashMap<>();
    List<Integer> seen = new ArrayList<>();
    List<Integer> fired = new ArrayList<>();
    for (SimulatedReceiver receiver : receivers) {
      for (SimulatedWindows.Result result : receiver.operator.results()) {
        List<Long> window = List.of((long) result.key(), result.windowEnd());
        List<Integer> before = windows.put(window, new ArrayList<>(result.ids()));
        if (before != null) {
          RuleBroken.check(!setup.exactlyOnce(), "window %s has fired twice", window);
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
    RuleBroken.check(
        new TreeSet<>(seen).equals(all), "%s of %s were seen", new TreeSet<>(seen), all);
    if (setup.exactlyOnce()) {
      RuleBroken.check(seen.size() == all.size(), "some of %s were seen twice", seen);
      RuleBroken.check(
          new HashSet<>(fired).size() == fired.size(), "some timers of %s fired twice", fired);
    }
    if (!setup.lateRecords) {
      Map<List<Long>, Set<Integer>> found = new HashMap<>();
      windows.forEach((window, ids) -> found.put(window, new HashSet<>(ids)));
      RuleBroken.check(found.equals(expected), "windows %s instead of %s", found, expected);
      Set<Integer> timers = new TreeSet<>(all);
      timers.removeIf(id -> id % 3 != 0);
      RuleBroken.check(
          new TreeSet<>(fired).equals(timers), "timers %s instead of %s", fired, timers);
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
