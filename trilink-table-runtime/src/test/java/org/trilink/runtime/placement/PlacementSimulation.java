/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.messages.Acknowledge;
import org.apache.flink.runtime.operators.coordination.MockOperatorCoordinatorContext;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator.SubtaskGateway;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.trilink.runtime.placement.SteppedCalls.Fate;
import org.trilink.runtime.simulation.Counts;
import org.trilink.runtime.simulation.RuleBroken;
import org.trilink.runtime.simulation.Simulation;
import org.trilink.runtime.simulation.Step;

/**
 * Simulates a JobMaster with the real coordinators of an exchange or of a join's two inputs, and
 * the tasks of the real placing operators. The model is the key group of each key that was used: it
 * must be the same in all subtasks, and in everything that is restored from a checkpoint after it.
 */
final class PlacementSimulation implements Simulation<PlacementStep> {

  private static final OperatorID[] OPERATORS = {PlacingSubtask.OPERATOR, new OperatorID(2, 2)};
  private static final int MOST_SUBTASKS = 3;
  private static final int MOST_TARGETS = 5;
  private static final AtomicInteger JOBS = new AtomicInteger();

  private final PlacementFault fault;
  private final Counts counts;

  private final int inputs;
  private final int keys;
  private final CoordinatedPlacement placement;
  private int parallelism;
  private int targetParallelism;

  private PlacingOperatorFactory[] factories;
  private PlacementCoordinator[] coordinators;

  /** By input and index; null while it does not run. */
  private SimulatedPlacing[][] subtasks;

  /** Whether a subtask has failed, so that all must be restarted before one starts again. */
  private boolean anyHasFailed;

  /** Subtasks, by input and index, that have not reported what they have restored. */
  private final Set<List<Integer>> unreported = new HashSet<>();

  /** Calls of former attempts that have not arrived. */
  private final List<SteppedCalls.Call> late = new ArrayList<>();

  private final TreeMap<Long, SimulatedPlacementCheckpoint> pending = new TreeMap<>();
  private final List<SimulatedPlacementCheckpoint> completed = new ArrayList<>();

  /** The checkpoint from which a failure is restored; null for none. */
  @Nullable private SimulatedPlacementCheckpoint latest;

  private long nextCheckpoint = 1;

  /** By key: the key group that was used since the last restore, or before it. */
  private final Map<Long, Integer> used = new HashMap<>();

  private int records;
  private long watermark;
  private boolean calm;

  /** By subtask: how many keys it has read in the calm. */
  private final Map<List<Integer>, Integer> readInCalm = new HashMap<>();

  PlacementSimulation(Random random, PlacementFault fault, Counts counts) throws Exception {
    this.fault = fault;
    this.counts = counts;
    inputs = 1 + random.nextInt(2);
    keys = 1 + random.nextInt(8);
    parallelism = 1 + random.nextInt(MOST_SUBTASKS);
    targetParallelism = 2 + random.nextInt(MOST_TARGETS - 1);
    placement =
        switch (random.nextInt(3)) {
          case 0 ->
              random.nextBoolean()
                  ? CoordinatedPlacement.leastKey()
                  : CoordinatedPlacement.leastKey(1);
          case 1 -> CoordinatedPlacement.leastCount();
          default -> CoordinatedPlacement.weight(new int[] {70, 30}, random.nextInt());
        };
    startJobMaster(null);
  }

  // --------------------------------------------------------------------------------------- steps

  @Override
  @Nullable
  public Step<PlacementStep> draw(Random random) {
    int input = random.nextInt(inputs);
    int index = random.nextInt(parallelism);
    SimulatedPlacing subtask = subtasks[input][index];
    if (calm) {
      return drawInCalm(random, input, index);
    }
    int kind = random.nextInt(100);
    if (kind < 8) {
      return drawExternal(random, input, index);
    } else if (subtask == null) {
      return !anyHasFailed
          ? Step.of(PlacementStep.STARTS, input, index)
          : kind > 30 ? null : Step.of(PlacementStep.REGION_IS_RESTARTED);
    } else if (!subtask.isReady() && kind < 40) {
      return Step.of(PlacementStep.IS_READY, input, index);
    } else if (kind < 40) {
      return Step.of(PlacementStep.READS_RECORD, input, index, random.nextInt(keys));
    } else if (kind < 46) {
      return Step.of(PlacementStep.READS_WATERMARK, input, index);
    } else if (kind < 48) {
      return Step.of(PlacementStep.READS_STATUS, input, index);
    } else if (kind < 49) {
      return Step.of(PlacementStep.TIME_PASSES, input, index);
    } else if (kind < 68) {
      return Step.of(PlacementStep.REQUEST_IS_ANSWERED, input, index);
    } else if (kind < 87) {
      return Step.of(PlacementStep.TAKES_MAIL, input, index);
    } else {
      return Step.of(PlacementStep.TAKES_CHECKPOINT, input, index);
    }
  }

  @Nullable
  private Step<PlacementStep> drawExternal(Random random, int input, int index) {
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4, 5 -> Step.of(PlacementStep.CHECKPOINT_IS_TRIGGERED);
      case 6 ->
          pending.isEmpty()
              ? null
              : Step.of(PlacementStep.CHECKPOINT_IS_ABORTED, random.nextInt(pending.size()));
      case 7 ->
          random.nextInt(4) > 0
              ? null
              : Step.of(
                  random.nextBoolean()
                      ? PlacementStep.REQUEST_IS_LOST
                      : PlacementStep.ANSWER_IS_LOST,
                  input,
                  index);
      case 8, 9 ->
          late.isEmpty()
              ? null
              : Step.of(PlacementStep.LATE_REQUEST_ARRIVES, random.nextInt(late.size()));
      case 10, 11 -> Step.of(PlacementStep.FAILS, input, index);
      case 12, 13 -> Step.of(PlacementStep.JOB_IS_RESTARTED);
      case 14 ->
          Step.of(
              PlacementStep.JOB_MASTER_IS_RESTARTED,
              random.nextInt(completed.size() + 1),
              1 + random.nextInt(MOST_SUBTASKS),
              2 + random.nextInt(MOST_TARGETS - 1));
      default -> Step.of(PlacementStep.REGION_IS_RESTARTED);
    };
  }

  /**
   * In the calm every subtask reads a record of each key, and comes to its end; all but the first
   * may also end without having read any.
   */
  private Step<PlacementStep> drawInCalm(Random random, int input, int index) {
    SimulatedPlacing subtask = subtasks[input][index];
    if (anyHasFailed) {
      return Step.of(PlacementStep.REGION_IS_RESTARTED);
    } else if (subtask == null) {
      return Step.of(PlacementStep.STARTS, input, index);
    } else if (!subtask.isReady()) {
      return Step.of(PlacementStep.IS_READY, input, index);
    }
    int read = readInCalm.getOrDefault(List.of(input, index), 0);
    boolean endsEmpty = read == 0 && input + index > 0 && random.nextInt(4) == 0;
    return switch (random.nextInt(4)) {
      case 0 -> Step.of(PlacementStep.REQUEST_IS_ANSWERED, input, index);
      case 1 -> Step.of(PlacementStep.TAKES_MAIL, input, index);
      case 2 -> Step.of(PlacementStep.TAKES_CHECKPOINT, input, index);
      default ->
          read < keys && !endsEmpty
              ? Step.of(PlacementStep.READS_RECORD, input, index, read)
              : Step.of(PlacementStep.ENDS, input, index);
    };
  }

  @Override
  public boolean take(Step<PlacementStep> step) throws Exception {
    boolean taken =
        switch (step.kind()) {
          case CHECKPOINT_IS_TRIGGERED -> triggerCheckpoint();
          case CHECKPOINT_IS_ABORTED -> abortOne(step.argument(0));
          case LATE_REQUEST_ARRIVES -> takeLateRequest(step.argument(0));
          case REGION_IS_RESTARTED -> restartRegion();
          case JOB_IS_RESTARTED -> restartJob();
          case JOB_MASTER_IS_RESTARTED ->
              restartJobMaster(step.argument(0), step.argument(1), step.argument(2));
          default -> takeOfSubtask(step);
        };
    for (SimulatedPlacing[] ofInput : subtasks) {
      for (SimulatedPlacing subtask : ofInput) {
        takeOutput(subtask);
      }
    }
    return taken;
  }

  private boolean takeOfSubtask(Step<PlacementStep> step) throws Exception {
    int input = step.argument(0);
    int index = step.argument(1);
    if (input >= inputs || index >= parallelism) {
      return false; // steps were left out
    }
    SimulatedPlacing subtask = subtasks[input][index];
    if (step.kind() == PlacementStep.STARTS) {
      return subtask == null && !anyHasFailed && start(input, index);
    }
    if (subtask == null) {
      return false;
    }
    return switch (step.kind()) {
      case IS_READY -> announce(subtask);
      case READS_RECORD -> read(subtask, step.argument(2));
      case READS_WATERMARK -> subtask.readWatermark(++watermark);
      case READS_STATUS -> subtask.readStatus();
      case TIME_PASSES -> subtask.passTime();
      case TAKES_MAIL -> subtask.takeMail();
      case TAKES_CHECKPOINT ->
          subtask.takeCheckpoint((checkpoint, state) -> hasTaken(subtask, checkpoint, state));
      case ENDS -> calm && subtask.end();
      case REQUEST_IS_ANSWERED -> decide(subtask, Fate.IS_ANSWERED);
      case REQUEST_IS_LOST -> decide(subtask, Fate.IS_LOST);
      case ANSWER_IS_LOST -> decide(subtask, Fate.ANSWER_IS_LOST);
      case FAILS -> fail(subtask);
      default -> throw new IllegalArgumentException(step.toString());
    };
  }

  private boolean read(SimulatedPlacing subtask, long key) throws Exception {
    boolean read = subtask.readRecord(key, records);
    if (read) {
      records++;
      if (calm) {
        readInCalm.merge(List.of(subtask.input, subtask.index), 1, Integer::sum);
      }
    }
    return read;
  }

  // ------------------------------------------------------------------------------------ the calm

  @Override
  public void calm() {
    calm = true;
    new ArrayList<>(pending.keySet()).forEach(this::abort);
  }

  @Override
  public boolean isDone() {
    return calm
        && !anyHasFailed
        && Arrays.stream(subtasks)
            .flatMap(Arrays::stream)
            .allMatch(subtask -> subtask != null && subtask.hasEnded());
  }

  @Override
  public void check() {
    for (SimulatedPlacing[] ofInput : subtasks) {
      for (SimulatedPlacing subtask : ofInput) {
        subtask.output.checkNothingIsLeft("at the end of the input");
      }
    }
    RuleBroken.check(used.size() == keys, "only the keys %s have been placed", used.keySet());
  }

  // -------------------------------------------------------------------------------------- output

  private void takeOutput(@Nullable SimulatedPlacing subtask) {
    if (subtask == null || subtask.subtask() == null) {
      return;
    }
    List<Object> elements = subtask.subtask().output();
    if (fault == PlacementFault.WATERMARKS_OVERTAKE) {
      elements.sort(
          (one, other) ->
              Boolean.compare(!(one instanceof Watermark), !(other instanceof Watermark)));
    }
    if (fault == PlacementFault.WATERMARKS_ARE_OVERTAKEN) {
      elements.sort(
          (one, other) -> Boolean.compare(one instanceof Watermark, other instanceof Watermark));
    }
    elements.forEach(element -> subtask.output.emitted(element, this::use));
    subtask.output.checkKnownKeysPass();
  }

  /** A subtask has emitted a record of a key in a key group. */
  private void use(long key, int keyGroup) {
    Integer before = used.putIfAbsent(key, keyGroup);
    RuleBroken.check(
        before == null || before == keyGroup,
        "key %d is in key group %d, and in %d",
        key,
        before,
        keyGroup);
  }

  // ----------------------------------------------------------------------------------- the calls

  private boolean decide(SimulatedPlacing subtask, Fate fate) throws Exception {
    int answersBefore = subtask.calls().answers();
    boolean isReport = subtask.calls().received() == 0;
    boolean changed = subtask.decide(fate);
    if (fate != Fate.IS_ANSWERED && changed) {
      count(fate.name());
    }
    if (subtask.calls().answers() > answersBefore) {
      if (isReport) {
        unreported.remove(List.of(subtask.input, subtask.index));
      } else {
        RuleBroken.check(
            unreported.isEmpty(), "a request is answered before %s have reported", unreported);
      }
    } else if (!isReport && !unreported.isEmpty()) {
      count("requests before all have reported");
    }
    return changed;
  }

  private boolean takeLateRequest(int index) throws Exception {
    if (index >= late.size()) {
      return false;
    }
    RuleBroken.check(
        late.remove(index).answer().length == 0, "a former attempt's request is answered");
    count("late requests");
    return true;
  }

  // -------------------------------------------------------------------------------- checkpoints

  private boolean triggerCheckpoint() throws Exception {
    if (calm || pending.size() == 2 || !allRun()) {
      return false;
    }
    SimulatedPlacementCheckpoint checkpoint =
        new SimulatedPlacementCheckpoint(
            nextCheckpoint++, inputs, parallelism, latest == null ? Map.of() : latest.used);
    pending.put(checkpoint.id, checkpoint);
    for (int input = 0; input < inputs; input++) {
      CompletableFuture<byte[]> result = new CompletableFuture<>();
      coordinators[input].checkpointCoordinator(checkpoint.id, result);
      checkpoint.coordinators[input] = result.get();
      if (fault == PlacementFault.COORDINATORS_PART_IS_OLD && latest != null) {
        checkpoint.coordinators[input] = latest.coordinators[input];
      }
      for (SimulatedPlacing subtask : subtasks[input]) {
        subtask.barriers.add(checkpoint);
      }
    }
    return true;
  }

  /** All tasks run, and the JobMaster knows. */
  private boolean allRun() {
    return !anyHasFailed
        && Arrays.stream(subtasks)
            .flatMap(Arrays::stream)
            .allMatch(subtask -> subtask != null && subtask.isReady());
  }

  private void hasTaken(
      SimulatedPlacing subtask,
      SimulatedPlacementCheckpoint checkpoint,
      OperatorSubtaskState state) {
    takeOutput(subtask);
    subtask.output.checkNothingIsLeft("before the barrier");
    if (!pending.containsValue(checkpoint)) {
      return; // aborted
    }
    if (checkpoint.add(subtask.input, subtask.index, state, subtask.output.keyGroups())) {
      pending.remove(checkpoint.id);
      new ArrayList<>(pending.headMap(checkpoint.id).keySet()).forEach(this::abort); // subsumed
      completed.add(checkpoint);
      latest = checkpoint;
      count("checkpoints");
      for (PlacementCoordinator coordinator : coordinators) {
        coordinator.notifyCheckpointComplete(checkpoint.id);
      }
    }
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
    for (PlacementCoordinator coordinator : coordinators) {
      coordinator.notifyCheckpointAborted(id);
    }
    count("checkpoints aborted");
  }

  // ------------------------------------------------------------------------------------ restarts

  private void startJobMaster(@Nullable SimulatedPlacementCheckpoint from) throws Exception {
    String shared = inputs == 1 ? null : "simulated-" + JOBS.incrementAndGet();
    factories = new PlacingOperatorFactory[inputs];
    coordinators = new PlacementCoordinator[inputs];
    for (int input = 0; input < inputs; input++) {
      factories[input] =
          shared == null
              ? PlacingSubtask.factory(placement, targetParallelism)
              : PlacingSubtask.factory(placement, targetParallelism, shared, input == 0);
      OperatorCoordinator.Provider provider =
          InstantiationUtil.clone(
              factories[input].getCoordinatorProvider("placing", OPERATORS[input]));
      coordinators[input] =
          (PlacementCoordinator)
              provider.create(new MockOperatorCoordinatorContext(OPERATORS[input], parallelism));
    }
    if (from != null) {
      reset(from);
    }
    for (PlacementCoordinator coordinator : coordinators) {
      coordinator.start();
    }
    subtasks = new SimulatedPlacing[inputs][parallelism];
  }

  private void reset(@Nullable SimulatedPlacementCheckpoint from) throws Exception {
    unreported.clear();
    for (int input = 0; input < inputs; input++) {
      coordinators[input].resetToCheckpoint(
          idOf(from), from == null ? null : from.coordinators[input]);
      for (int index = 0; from != null && index < parallelism; index++) {
        unreported.add(List.of(input, index));
      }
    }
    if (fault == PlacementFault.NOBODY_IS_AWAITED && from != null) {
      for (List<Integer> subtask : unreported) {
        coordinators[subtask.get(0)].learn(
            subtask.get(1), new KeyBatch(), new short[0], 0, true, false);
      }
    }
    used.clear();
    if (from != null) {
      used.putAll(from.used);
    }
  }

  private static long idOf(@Nullable SimulatedPlacementCheckpoint checkpoint) {
    return checkpoint == null ? OperatorCoordinator.NO_CHECKPOINT : checkpoint.id;
  }

  private boolean start(int input, int index) throws Exception {
    subtasks[input][index] = new SimulatedPlacing(factories[input], input, index);
    subtasks[input][index].open(OPERATORS[input], parallelism, restored(input, index));
    return true;
  }

  @Nullable
  private OperatorSubtaskState restored(int input, int index) throws Exception {
    if (latest == null || fault == PlacementFault.SUBTASKS_PART_IS_LOST) {
      return null;
    } else if (latest.parallelism == parallelism) {
      return latest.subtasks[input][index];
    }
    return AbstractStreamOperatorTestHarness.repartitionOperatorState(
        AbstractStreamOperatorTestHarness.repackageState(latest.subtasks[input]),
        PlacingSubtask.MAX_PARALLELISM,
        latest.parallelism,
        parallelism,
        index);
  }

  private boolean announce(SimulatedPlacing subtask) {
    if (subtask.isReady()) {
      return false;
    }
    subtask.setReady();
    coordinators[subtask.input].subtaskReady(
        subtask.index, new Gateway(subtask.attempt(), subtask.index));
    return true;
  }

  /** An attempt fails; the others continue for some time. */
  private boolean fail(SimulatedPlacing subtask) throws Exception {
    if (calm) {
      return false;
    }
    new ArrayList<>(pending.values())
        .stream()
            .filter(checkpoint -> !checkpoint.hasTaken(subtask.input, subtask.index))
            .forEach(checkpoint -> abort(checkpoint.id));
    stop(subtask);
    coordinators[subtask.input].subtaskFailed(subtask.index, null);
    anyHasFailed = true;
    count("subtasks failed");
    return true;
  }

  private void stop(SimulatedPlacing subtask) throws Exception {
    if (subtask.calls().isWaiting()) {
      late.add(subtask.calls().waiting());
    }
    subtasks[subtask.input][subtask.index] = null;
    subtask.close();
  }

  private void stopAll() throws Exception {
    new ArrayList<>(pending.keySet()).forEach(this::abort);
    for (SimulatedPlacing[] ofInput : subtasks) {
      for (SimulatedPlacing subtask : ofInput) {
        if (subtask != null) {
          stop(subtask);
        }
      }
    }
    anyHasFailed = false;
  }

  /** The coordinators continue. */
  private boolean restartRegion() throws Exception {
    if (!anyHasFailed) {
      return false;
    }
    stopAll();
    for (PlacementCoordinator coordinator : coordinators) {
      for (int index = 0; index < parallelism; index++) {
        coordinator.subtaskFailed(index, null);
        coordinator.subtaskReset(index, idOf(latest));
      }
    }
    count("regions restarted");
    return true;
  }

  private boolean restartJob() throws Exception {
    if (!anyHasFailed) {
      return false;
    }
    stopAll();
    reset(latest);
    count("jobs restarted");
    return true;
  }

  /** A job may also be started from an earlier checkpoint, at another parallelism. */
  private boolean restartJobMaster(int checkpoint, int newParallelism, int newTargets)
      throws Exception {
    if (checkpoint > completed.size()) {
      return false;
    }
    stopAll();
    for (PlacementCoordinator coordinator : coordinators) {
      coordinator.close();
    }
    latest = checkpoint == 0 ? null : completed.get(checkpoint - 1);
    parallelism = newParallelism;
    targetParallelism = newTargets;
    nextCheckpoint = latest == null ? 1 : latest.id + 1;
    unreported.clear();
    used.clear();
    startJobMaster(latest);
    count(latest == null ? "new jobs" : "JobMasters restarted");
    return true;
  }

  // -------------------------------------------------------------------------------------- others

  private void count(String what) {
    counts.count(what);
  }

  @Override
  public void close() throws Exception {
    stopAll();
    for (PlacementCoordinator coordinator : coordinators) {
      coordinator.close();
    }
  }

  @Override
  public String toString() {
    return "%d inputs of %d subtasks, %d behind the exchange, %d keys, '%s': %s"
        .formatted(
            inputs,
            parallelism,
            targetParallelism,
            keys,
            placement,
            subtasks == null ? Collections.emptyList() : Arrays.deepToString(subtasks));
  }

  /** The gateway of a subtask to which no events are sent. */
  private record Gateway(ExecutionAttemptID getExecution, int getSubtask)
      implements SubtaskGateway {

    @Override
    public CompletableFuture<Acknowledge> sendEvent(OperatorEvent event) {
      throw new AssertionError("The coordinator sends no events.");
    }
  }
}
