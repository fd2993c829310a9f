/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.util.ExceptionUtils;
import org.trilink.runtime.merge.MergeSubtask.Job;
import org.trilink.runtime.merge.SteppedStore.Event;
import org.trilink.runtime.merge.SteppedStore.TaskFailed;
import org.trilink.runtime.merge.store.AttemptReplaced;
import org.trilink.runtime.merge.store.StoreException;
import org.trilink.runtime.simulation.Counts;
import org.trilink.runtime.simulation.Simulation;
import org.trilink.runtime.simulation.Step;

/**
 * Simulates how Flink runs the subtasks of a global merge, over a real store: with checkpoints,
 * failures at any request, restarts of single subtasks, new jobs at other parallelisms, and
 * requests of attempts that were given up. Results go to a sink that is rolled back to the last
 * checkpoint. The model is the input: each record must be in the results once. Records of a subtask
 * that was idle may be late instead, and are then counted as such.
 */
final class MergeSimulation implements Simulation<MergeStep> {

  private static final int MOST_REQUESTS = 8;

  private final MergeFault fault;
  private final Counts counts;
  private final MergeInput input;

  /** Whether inputs are idle now and then, so that records may be late. */
  private final boolean hasIdleness;

  private final String description;
  private Job job;

  /** By index; null while it does not run. */
  private SimulatedMerge[] subtasks;

  /** Subtasks that have failed and must be restarted. */
  private final Set<Integer> failed = new TreeSet<>();

  /** By index: what will happen at a request of an attempt that has not started. */
  private final Map<Integer, Consumer<SimulatedMerge>> plannedAtStart = new HashMap<>();

  /** Attempts that were given up, and whose last request has not arrived. */
  private final List<SimulatedMerge> late = new ArrayList<>();

  /** By index: the subtasks of which an attempt that was given up has joined the run later. */
  private final Set<Integer> lateJoins = new TreeSet<>();

  /** By index: what its sink has, including what was not committed yet. */
  private final List<List<String>> results = new ArrayList<>();

  /** The results of jobs before this one. */
  private final List<String> resultsBefore = new ArrayList<>();

  @Nullable private SimulatedMergeCheckpoint pending;

  /** The last complete checkpoint, of this job or the one that it continues. */
  @Nullable private SimulatedMergeCheckpoint completed;

  /** The checkpoint from which this job was started; null for none. */
  @Nullable private SimulatedMergeCheckpoint continued;

  private int jobs;
  private long nextCheckpoint = 1;
  private boolean calm;

  MergeSimulation(String store, Random random, MergeFault fault, Counts counts) {
    this.fault = fault;
    this.counts = counts;
    boolean windows = random.nextBoolean();
    hasIdleness = windows && random.nextBoolean();
    input = new MergeInput(random, windows);
    job = Job.of(store, windows).withCapacity(1 + random.nextInt(6)).as(nextJob());
    setParallelism(1 + random.nextInt(input.partitions()));
    description = "%d subtasks, capacity %d, %s".formatted(subtasks.length, job.capacity(), input);
  }

  private JobID nextJob() {
    jobs++;
    return new JobID(0, jobs);
  }

  private void setParallelism(int parallelism) {
    subtasks = new SimulatedMerge[parallelism];
    results.clear();
    for (int i = 0; i < parallelism; i++) {
      results.add(new ArrayList<>());
    }
  }

  // --------------------------------------------------------------------------------------- steps

  @Override
  @Nullable
  public Step<MergeStep> draw(Random random) {
    int index = random.nextInt(subtasks.length);
    if (failed.contains(index) && random.nextInt(4) == 0) {
      return Step.of(MergeStep.SUBTASK_IS_RESTARTED, index);
    } else if (!calm && !late.isEmpty() && random.nextInt(30) == 0) {
      // then the late request is one of another job
      return Step.of(MergeStep.NEW_JOB_STARTS, 1 + random.nextInt(input.partitions()));
    } else if (!calm && random.nextInt(6) == 0) {
      return drawExternal(random, index);
    } else if (subtasks[index] == null) {
      return Step.of(MergeStep.STARTS, index);
    } else if (subtasks[index].isStopped()) {
      if (!calm && subtasks[index].isJoining() && random.nextInt(4) == 0) {
        return Step.of(MergeStep.IS_GIVEN_UP, index);
      }
      return calm || random.nextInt(10) == 0 ? Step.of(MergeStep.GOES_ON, index) : null;
    }
    return switch (random.nextInt(13)) {
      case 0, 1, 2, 3, 4, 5 ->
          subtasks[index].isIdle() && !calm && random.nextInt(20) > 0
              ? null
              : Step.of(MergeStep.READS, index, random.nextInt(input.partitions()));
      case 6 -> Step.of(MergeStep.TIME_PASSES, index);
      case 7, 8 -> Step.of(MergeStep.TAKES_CHECKPOINT, index);
      case 9 ->
          !calm && random.nextInt(5) == 0
              ? Step.of(MergeStep.NOTIFICATION_IS_LOST, index)
              : Step.of(MergeStep.IS_NOTIFIED, index);
      case 10 -> Step.of(MergeStep.ENDS, index);
      case 11 ->
          hasIdleness && !calm
              ? Step.of(random.nextInt(4) > 0 ? MergeStep.IS_IDLE : MergeStep.IS_NOT_IDLE, index)
              : null;
      default ->
          late.isEmpty() || (!calm && random.nextInt(10) > 0)
              ? null
              : Step.of(MergeStep.LATE_REQUEST_ARRIVES, random.nextInt(late.size()));
    };
  }

  /** A request of an attempt that will start: often its first one, which joins the run. */
  private static int joins(Random random) {
    return random.nextBoolean() ? 1 : 1 + random.nextInt(MOST_REQUESTS);
  }

  @Nullable
  private Step<MergeStep> drawExternal(Random random, int index) {
    int request = 1 + random.nextInt(MOST_REQUESTS);
    return switch (random.nextInt(22)) {
      case 0, 1, 2, 3, 4, 5 -> Step.of(MergeStep.CHECKPOINT_IS_TRIGGERED);
      case 6 -> Step.of(MergeStep.CHECKPOINT_IS_ABORTED);
      case 7, 8, 9, 10 ->
          Step.of(MergeStep.STOPS, index, subtasks[index] == null ? joins(random) : request);
      case 11, 12 -> Step.of(MergeStep.REPEATS, index, request);
      case 13 -> Step.of(MergeStep.FAILS_BEFORE, index, request);
      case 14 -> Step.of(MergeStep.FAILS_AFTER, index, request);
      case 15 -> random.nextInt(3) > 0 ? null : Step.of(MergeStep.FAILS, index);
      case 16, 17, 19, 20 -> Step.of(MergeStep.IS_GIVEN_UP, index);
      case 18 -> Step.of(MergeStep.JOB_IS_RESTARTED);
      default ->
          random.nextBoolean()
              ? null
              : Step.of(MergeStep.NEW_JOB_STARTS, 1 + random.nextInt(input.partitions()));
    };
  }

  @Override
  public boolean take(Step<MergeStep> step) throws Exception {
    int index = step.arguments().isEmpty() ? 0 : step.argument(0);
    return switch (step.kind()) {
      case CHECKPOINT_IS_TRIGGERED -> triggerCheckpoint();
      case CHECKPOINT_IS_ABORTED -> abort();
      case LATE_REQUEST_ARRIVES -> sendLate(index);
      case SUBTASK_IS_RESTARTED -> failed.remove(index);
      case JOB_IS_RESTARTED -> restartJob();
      case NEW_JOB_STARTS -> startNewJob(index);
      case STARTS -> index < subtasks.length && start(index);
      case STOPS -> plan(index, step.argument(1), Event.STOP);
      case REPEATS -> plan(index, step.argument(1), Event.REPEAT);
      case FAILS_BEFORE -> plan(index, step.argument(1), Event.FAIL_BEFORE);
      case FAILS_AFTER -> plan(index, step.argument(1), Event.FAIL_AFTER);
      default ->
          index < subtasks.length && subtasks[index] != null && takeOf(subtasks[index], step);
    };
  }

  private boolean takeOf(SimulatedMerge subtask, Step<MergeStep> step) throws Exception {
    try {
      boolean taken =
          switch (step.kind()) {
            case READS -> subtask.read(step.argument(1));
            case IS_IDLE -> idle(subtask);
            case IS_NOT_IDLE -> subtask.idle(false);
            case TIME_PASSES -> subtask.passTime();
            case TAKES_CHECKPOINT ->
                subtask.takeCheckpoint((checkpoint, state) -> hasTaken(subtask, checkpoint, state));
            case IS_NOTIFIED -> subtask.takeNotification(false);
            case NOTIFICATION_IS_LOST -> subtask.takeNotification(true);
            case ENDS -> subtask.end();
            case GOES_ON -> subtask.goOn();
            case FAILS -> fail(subtask);
            case IS_GIVEN_UP -> giveUp(subtask);
            default -> throw new IllegalArgumentException(step.toString());
          };
      takeResults(subtask);
      return taken;
    } catch (Exception e) {
      failAsPlanned(subtask, e);
      return true;
    }
  }

  private boolean idle(SimulatedMerge subtask) throws Exception {
    input.mayBeLate();
    count("idle");
    return subtask.idle(true);
  }

  /**
   * A subtask fails, as the simulation wants, or as an earlier attempt has joined after it; all
   * other failures are passed on.
   */
  private void failAsPlanned(SimulatedMerge subtask, Exception failure) throws Exception {
    boolean isReplaced =
        lateJoins.contains(subtask.index)
            && ExceptionUtils.findThrowable(failure, AttemptReplaced.class).isPresent();
    if (isReplaced) {
      count("replaced by a late attempt");
    } else if (!ExceptionUtils.findThrowable(failure, TaskFailed.class).isPresent()) {
      throw failure;
    }
    fail(subtask);
  }

  /** Something is to happen at a request of a subtask, also if that has not started yet. */
  private boolean plan(int index, int request, Event event) {
    if (calm || index >= subtasks.length) {
      return false;
    }
    if (subtasks[index] != null) {
      return subtasks[index].at(request, event);
    }
    plannedAtStart.put(index, attempt -> attempt.at(request, event));
    return true;
  }

  private void takeResults(SimulatedMerge subtask) {
    if (subtasks[subtask.index] != subtask) {
      return; // it has failed
    }
    for (String result : subtask.takeResults()) {
      List<String> before = new ArrayList<>(resultsBefore);
      results.forEach(before::addAll);
      input.checkResult(result, before);
      results.get(subtask.index).add(result);
    }
  }

  // ------------------------------------------------------------------------------------ the calm

  @Override
  public void calm() {
    calm = true;
    plannedAtStart.clear();
    abort();
    for (SimulatedMerge subtask : subtasks) {
      if (subtask != null) {
        subtask.at(1, null);
      }
    }
  }

  @Override
  public boolean isDone() {
    return calm
        && failed.isEmpty()
        && late.isEmpty()
        && Arrays.stream(subtasks).allMatch(subtask -> subtask != null && subtask.hasEnded());
  }

  @Override
  public void check() {
    List<String> all = new ArrayList<>(resultsBefore);
    results.forEach(all::addAll);
    input.checkAll(all);
  }

  // -------------------------------------------------------------------------------- checkpoints

  private boolean triggerCheckpoint() {
    if (calm || pending != null) {
      return false;
    }
    for (SimulatedMerge subtask : subtasks) {
      if (subtask == null || !subtask.hasStarted() || subtask.hasEnded()) {
        return false;
      }
    }
    pending = new SimulatedMergeCheckpoint(nextCheckpoint++, subtasks.length);
    for (SimulatedMerge subtask : subtasks) {
      subtask.barriers.add(pending);
    }
    return true;
  }

  private void hasTaken(
      SimulatedMerge subtask, SimulatedMergeCheckpoint checkpoint, OperatorSubtaskState state) {
    if (checkpoint != pending || subtasks[subtask.index] != subtask) {
      return; // aborted
    }
    takeResults(subtask);
    if (checkpoint.add(subtask, state, results.get(subtask.index))) {
      pending = null;
      completed = checkpoint;
      count("checkpoints");
      for (SimulatedMerge each : subtasks) {
        if (each != null) {
          each.notifications.add(checkpoint.id);
        }
      }
    }
  }

  private boolean abort() {
    boolean any = pending != null;
    pending = null;
    return any;
  }

  // ------------------------------------------------------------------------------------ restarts

  private boolean start(int index) throws Exception {
    if (subtasks[index] != null || failed.contains(index)) {
      return false;
    }
    SimulatedMerge subtask = new SimulatedMerge(input, fault, index);
    for (int partition = index; partition < input.partitions(); partition += subtasks.length) {
      subtask.positions.put(
          partition, completed == null ? 0 : completed.positions.getOrDefault(partition, 0));
    }
    subtasks[index] = subtask;
    plannedAtStart.getOrDefault(index, any -> {}).accept(subtask);
    plannedAtStart.remove(index);
    try {
      subtask.start(job, subtasks.length, restored(index));
    } catch (Exception e) {
      failAsPlanned(subtask, e);
    }
    return true;
  }

  @Nullable
  private OperatorSubtaskState restored(int index) throws Exception {
    return completed == null
        ? null
        : AbstractStreamOperatorTestHarness.repartitionOperatorState(
            AbstractStreamOperatorTestHarness.repackageState(completed.states),
            128,
            completed.states.length,
            subtasks.length,
            index);
  }

  /** A subtask fails; the others continue. */
  private boolean fail(SimulatedMerge subtask) throws Exception {
    remove(subtask);
    subtask.close();
    return true;
  }

  /** A subtask is considered as failed, but its last request has been sent. */
  private boolean giveUp(SimulatedMerge subtask) {
    if (!subtask.isStopped() || calm) {
      return false;
    }
    remove(subtask);
    late.add(subtask);
    count("given up");
    return true;
  }

  private void remove(SimulatedMerge subtask) {
    if (pending != null && !pending.hasTaken(subtask.index)) {
      abort();
    }
    subtasks[subtask.index] = null;
    failed.add(subtask.index);
    List<String> ofSink = results.get(subtask.index);
    ofSink.clear();
    if (completed != null && isOfThisJob()) {
      ofSink.addAll(completed.results.get(subtask.index));
    }
    count("subtasks failed");
  }

  /** Whether the last checkpoint is of this job: otherwise its results are those before it. */
  private boolean isOfThisJob() {
    return completed != continued;
  }

  private boolean sendLate(int index) throws Exception {
    if (index >= late.size()) {
      return false;
    }
    SimulatedMerge attempt = late.remove(index);
    if (attempt.isJoining()) {
      lateJoins.add(attempt.index);
    }
    try {
      attempt.sendLate();
    } catch (Exception e) {
      boolean isRefused = ExceptionUtils.findThrowable(e, StoreException.class).isPresent();
      if (!isRefused && !ExceptionUtils.findThrowable(e, TaskFailed.class).isPresent()) {
        throw e;
      }
      count(isRefused ? "late requests refused" : "late requests");
    }
    attempt.close();
    return true;
  }

  private boolean restartJob() throws Exception {
    if (failed.isEmpty()) {
      return false;
    }
    for (SimulatedMerge subtask : subtasks.clone()) {
      if (subtask != null) {
        fail(subtask);
      }
    }
    abort();
    failed.clear();
    count("jobs restarted");
    return true;
  }

  private boolean startNewJob(int parallelism) throws Exception {
    if (calm || completed == null) {
      return false;
    }
    for (SimulatedMerge subtask : subtasks.clone()) {
      if (subtask != null) {
        fail(subtask);
      }
    }
    abort();
    failed.clear();
    if (isOfThisJob()) {
      completed.results.forEach(resultsBefore::addAll);
    } else {
      dropLateJoins();
    }
    continued = completed;
    job = job.as(nextJob());
    setParallelism(parallelism);
    count("new jobs");
    return true;
  }

  /**
   * Closes late attempts that have yet to join: of two jobs from the same savepoint the run belongs
   * to the one that has joined last, and the other one is refused. So the one before must not join
   * after the new one.
   */
  private void dropLateJoins() throws Exception {
    for (SimulatedMerge attempt : List.copyOf(late)) {
      if (attempt.isJoining()) {
        late.remove(attempt);
        attempt.close();
      }
    }
  }

  private void count(String what) {
    counts.count(what);
  }

  @Override
  public void close() throws Exception {
    for (SimulatedMerge subtask : subtasks) {
      if (subtask != null) {
        subtask.close();
      }
    }
    for (SimulatedMerge attempt : late) {
      attempt.close();
    }
  }

  @Override
  public String toString() {
    return calm ? description + ", " + Arrays.toString(subtasks) : description;
  }
}
