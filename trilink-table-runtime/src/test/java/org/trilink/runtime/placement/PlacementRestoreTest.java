/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.testing.LoggedLines;

/** Decisions survive all kinds of restarts once they have been used. */
class PlacementRestoreTest {

  private static final int PARALLELISM = 2;

  /** A join's second input. */
  private static final OperatorID RIGHT = new OperatorID(2, 2);

  private PlacingOperatorFactory factory =
      PlacingSubtask.factory(CoordinatedPlacement.leastKey(), 2);
  private final List<AutoCloseable> open = new ArrayList<>();
  private LocalJobMaster jobMaster = new LocalJobMaster();
  private PlacementCoordinator coordinator;
  private PlacingSubtask[] subtasks;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
    jobMaster.close();
  }

  @Test
  void aCheckpointOfAnotherVersionIsRefused() throws Exception {
    start(PARALLELISM, null, null);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    checkpoint[3]++;
    assertThatThrownBy(() -> restart(PARALLELISM, checkpoint, null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The keys' placement was written by another version of Trilink (format 2). Restore it"
                + " with that version.");
  }

  /** The coordinator's part is older than the barrier: the subtask has the decisions in between. */
  @Test
  void decisionsBetweenTheCoordinatorsPartAndTheBarrierAreKept() throws Exception {
    start(PARALLELISM, null, null);
    int before = keyGroupOf(0, 1);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    int between = keyGroupOf(0, 2);
    OperatorSubtaskState state = snapshot(1);

    restart(PARALLELISM, checkpoint, state);
    subtasks[1].process(3, 0); // would get the key group of the second key
    takeAll();
    assertThat(keyGroupOf(0, 2)).isEqualTo(between);
    assertThat(keyGroupOf(1, 2)).isEqualTo(between);
    assertThat(keyGroupOf(1, 1)).isEqualTo(before);
    assertThat(keyGroupOf(1, 3)).isNotIn(before, between);
  }

  /** The coordinator's part knows of no key that is spread, one subtask's part does. */
  @Test
  void keysThatWereSpreadAfterTheCoordinatorsPartStayWhereTheyAre() throws Exception {
    factory = PlacingSubtask.factory(CoordinatedPlacement.leastKey(1), 2);
    start(PARALLELISM, null, null);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    int[] before = new int[200];
    for (int key = 0; key < before.length; key++) {
      before[key] = keyGroupOf(0, key);
    }
    OperatorSubtaskState state = snapshot(1);

    restart(PARALLELISM, checkpoint, state);
    for (int key = before.length - 1; key >= 0; key--) {
      assertThat(keyGroupOf(1, key)).isEqualTo(before[key]);
    }
    assertThat(jobMaster.checkpoint(coordinator, 2)).isNotNull();
  }

  /** They are placed in another thread, for which the checkpoint waits. */
  @Test
  void theFirstCheckpointHasTheKeysOfAHistory() throws Exception {
    KeyHistory history = new KeyHistory();
    for (int key = 0; key < 10_000; key++) {
      history.add(Keys.of(key), key);
    }
    factory = PlacingSubtask.factory(CoordinatedPlacement.leastCount(history), 2);
    start(PARALLELISM, null, null);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    int before = keyGroupOf(0, 9_999);
    OperatorSubtaskState state = snapshot(1);

    try (LoggedLines decisions = LoggedLines.of(PlacementAuthority.class, Level.INFO)) {
      restart(PARALLELISM, checkpoint, state);
      assertThat(decisions.texts())
          .containsExactly(
              "INFO Key placement, operator placing: is reset to checkpoint 1: 10000 keys are"
                  + " placed.");
    }
    assertThat(keyGroupOf(1, 9_999)).isEqualTo(before);
  }

  /** Flink would take no other checkpoint if one that it has asked for never had a result. */
  @Test
  void aCheckpointThatWaitsForAHistoryEndsWithARestore() throws Exception {
    KeyHistory history = new KeyHistory();
    for (int key = 0; key < 300_000; key++) {
      history.add(Keys.of(key), key);
    }
    factory = PlacingSubtask.factory(CoordinatedPlacement.leastCount(history), 2);
    start(PARALLELISM, null, null);
    CompletableFuture<byte[]> waiting = new CompletableFuture<>();
    jobMaster.inMainThread(
        () -> {
          coordinator.checkpointCoordinator(1, waiting);
          coordinator.resetToCheckpoint(-1, null);
          return null;
        });

    assertThat(waiting).isDone();
    assertThat(jobMaster.checkpoint(coordinator, 2)).hasSizeGreaterThan(300_000);
  }

  @Test
  void aRestoreIsLogged() throws Exception {
    start(PARALLELISM, null, null);
    keyGroupOf(0, 1);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    keyGroupOf(1, 2);
    OperatorSubtaskState state = snapshot(1);

    try (LoggedLines decisions = LoggedLines.of(PlacementAuthority.class, Level.INFO);
        LoggedLines talk = LoggedLines.of(PlacementCoordinator.class, Level.INFO)) {
      restart(PARALLELISM, checkpoint, state);

      assertThat(decisions.texts())
          .containsExactly(
              "INFO Key placement, operator placing: is reset to checkpoint 1: 1 keys are"
                  + " placed.");
      assertThat(talk.texts())
          .hasSize(3)
          .startsWith(
              "INFO Key placement, operator placing: restored checkpoint 1; places no key before"
                  + " all 2 subtasks have reported what they have restored.")
          .endsWith(
              "INFO Key placement, operator placing: all 2 subtasks have reported what they have"
                  + " restored.");
    }
  }

  @Test
  void onlySuchDecisionsAreInTheSubtasksPart() throws Exception {
    start(PARALLELISM, null, null);
    for (int key = 0; key < 100; key++) {
      keyGroupOf(0, key);
    }
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    keyGroupOf(0, 100);
    OperatorSubtaskState first = snapshot(1);
    restart(PARALLELISM, checkpoint, first);
    assertThat(subtasks[0].gauge(PlacingMetrics.PLACED_KEYS)).isEqualTo(1);

    byte[] next = jobMaster.checkpoint(coordinator, 2);
    restart(PARALLELISM, next, snapshot(2));
    assertThat(subtasks[0].gauge(PlacingMetrics.PLACED_KEYS)).isEqualTo(0);
    assertThat(keyGroupOf(1, 100)).isNotNegative();
  }

  @Test
  void nothingIsAnsweredBeforeAllSubtasksHaveToldWhatTheyKnow() throws Exception {
    start(PARALLELISM, null, null);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    int ofSecond = keyGroupOf(1, 2);
    OperatorSubtaskState state = snapshot(1);

    jobMaster.close();
    jobMaster = new LocalJobMaster();
    subtasks = new PlacingSubtask[PARALLELISM];
    openSubtask(0, state);
    coordinator = jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, PARALLELISM, checkpoint);
    jobMaster.ready(coordinator, 0, subtasks[0].attempt());
    subtasks[0].takeAnswer();
    subtasks[0].process(9, 0);
    int calls = jobMaster.calls();
    while (jobMaster.calls() < calls + 3) {
      Thread.onSpinWait(); // it asks again and again
    }
    assertThat(subtasks[0].recordsWaiting()).isEqualTo(1);

    openSubtask(1, state);
    jobMaster.ready(coordinator, 1, subtasks[1].attempt());
    subtasks[1].takeAnswer();
    takeAll();
    assertThat(keyGroupOf(0, 2)).isEqualTo(ofSecond);
    assertThat(keyGroupOf(0, 9)).isNotEqualTo(ofSecond);
  }

  /** No other subtask's key is placed before it has told what it has restored. */
  @Test
  void aSubtaskWithoutRecordsEndsWhenTheCoordinatorKnowsWhatItHasRestored() throws Exception {
    start(1, null, null);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    PlacementCoordinator restored =
        jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, 1, checkpoint);
    try (SimulatedPlacing idle = new SimulatedPlacing(factory, 0, 0)) {
      idle.open(PlacingSubtask.OPERATOR, 1, null);
      jobMaster.ready(restored, 0, idle.attempt());

      assertThat(idle.end()).isTrue();
      assertThat(idle.hasEnded()).isFalse();

      assertThat(idle.decide(SteppedCalls.Fate.IS_ANSWERED)).isTrue();
      assertThat(idle.takeMail()).isTrue();
      assertThat(idle.hasEnded()).isTrue();
      assertThat(restored.awaitsSubtasks()).isFalse();
    }
  }

  /** The first one arrives before the coordinator has answered what was restored, and waits. */
  @Test
  void recordsOfARestoredKeyStayInOrder() throws Exception {
    start(PARALLELISM, null, null);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    int keyGroup = keyGroupOf(0, 2);
    OperatorSubtaskState state = snapshot(1);

    jobMaster.close();
    jobMaster = new LocalJobMaster();
    subtasks = new PlacingSubtask[PARALLELISM];
    openSubtask(0, state);
    subtasks[0].process(2, 1);
    coordinator = jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, PARALLELISM, checkpoint);
    jobMaster.ready(coordinator, 0, subtasks[0].attempt());
    subtasks[0].takeAnswer();
    subtasks[0].process(2, 2);

    openSubtask(1, state);
    jobMaster.ready(coordinator, 1, subtasks[1].attempt());
    subtasks[1].takeAnswer();
    subtasks[0].takeAnswers();
    assertThat(subtasks[0].rows())
        .containsExactly(
            new PlacingSubtask.Placed(2, 1, keyGroup), new PlacingSubtask.Placed(2, 2, keyGroup));
  }

  @Test
  void aSubtaskThatHadEndedIsNotWaitedFor() throws Exception {
    start(PARALLELISM, null, null);
    int known = keyGroupOf(0, 1);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);

    jobMaster.close();
    jobMaster = new LocalJobMaster();
    subtasks = new PlacingSubtask[PARALLELISM];
    coordinator = jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, PARALLELISM, checkpoint);
    openSubtask(0, null);
    jobMaster.ready(coordinator, 0, subtasks[0].attempt());
    subtasks[1] =
        PlacingSubtask.ended(
            factory,
            jobMaster,
            PARALLELISM,
            1,
            attempt -> jobMaster.ready(coordinator, 1, attempt));
    assertThat(keyGroupOf(0, 1)).isEqualTo(known);
  }

  /** Its task ends at once, and the threads of its calls with it. */
  @Test
  void aSubtaskThatHadEndedHasToldSoWhenItIsCreated() throws Exception {
    start(1, null, null);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    PlacementCoordinator restored =
        jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, 1, checkpoint);

    try (PlacingSubtask ended =
        PlacingSubtask.ended(
            factory, jobMaster, 1, 0, attempt -> jobMaster.ready(restored, 0, attempt))) {
      assertThat(restored.awaitsSubtasks()).isFalse();
    }
  }

  @Test
  void decisionsAreKeptAtAnotherParallelism() throws Exception {
    start(PARALLELISM, null, null);
    Map<Integer, Integer> keyGroups = new HashMap<>();
    for (int key = 0; key < 50; key++) {
      keyGroups.put(key, keyGroupOf(key % 2, key));
    }
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    for (int key = 50; key < 100; key++) {
      keyGroups.put(key, keyGroupOf(key % 2, key));
    }
    OperatorSubtaskState state = snapshot(1);
    for (int parallelism : new int[] {5, 1}) {
      restart(parallelism, checkpoint, state);
      keyGroups.forEach(
          (key, keyGroup) ->
              assertThat(uncheckedKeyGroupOf(key % parallelism, key)).isEqualTo(keyGroup));
    }
  }

  /**
   * Others continue in the meantime, and its decisions from after the checkpoint are still valid.
   */
  @Test
  void aSubtaskIsRestarted() throws Exception {
    start(PARALLELISM, null, null);
    OperatorSubtaskState state = snapshot(1);
    int afterIt = keyGroupOf(0, 1);
    jobMaster.inMainThread(
        () -> {
          coordinator.subtaskFailed(0, null);
          coordinator.subtaskReset(0, 1);
          return null;
        });
    int meanwhile = keyGroupOf(1, 2);
    openSubtask(0, state);
    jobMaster.ready(coordinator, 0, subtasks[0].attempt());
    subtasks[0].takeAnswer();
    assertThat(keyGroupOf(0, 2)).isEqualTo(meanwhile);
    assertThat(keyGroupOf(0, 1)).isEqualTo(afterIt);
  }

  @Test
  void aFailedAttemptGetsNoAnswer() throws Exception {
    start(PARALLELISM, null, null);
    ExecutionAttemptID attempt = subtasks[0].attempt();
    PlacementRequest request =
        new PlacementRequest.RestoredKeys(new KeyBatch(), new short[0], 0, true, false);
    assertThat(PlacementCall.call(jobMaster, PlacingSubtask.OPERATOR, attempt, request))
        .isNotNull();
    jobMaster.inMainThread(
        () -> {
          coordinator.subtaskFailed(0, null);
          return null;
        });
    assertThat(PlacementCall.call(jobMaster, PlacingSubtask.OPERATOR, attempt, request)).isNull();
  }

  @Test
  void noAttemptFromBeforeARestoreGetsAnAnswer() throws Exception {
    start(PARALLELISM, null, null);
    PlacementRequest request =
        new PlacementRequest.RestoredKeys(new KeyBatch(), new short[0], 0, true, false);
    byte[] checkpoint = jobMaster.checkpoint(coordinator, 1);
    jobMaster.inMainThread(
        () -> {
          coordinator.resetToCheckpoint(1, checkpoint);
          return null;
        });
    assertThat(
            PlacementCall.call(jobMaster, PlacingSubtask.OPERATOR, subtasks[1].attempt(), request))
        .isNull();
  }

  @Test
  void conflictingKeyGroupsFailTheTask() throws Exception {
    start(PARALLELISM, null, null);
    int known = keyGroupOf(0, 4711);
    KeyBatch keys = new KeyBatch();
    keys.add(Keys.of(4711));
    PlacementRequest request =
        new PlacementRequest.RestoredKeys(keys, new short[] {(short) (known + 1)}, 0, true, false);
    assertThatThrownBy(
            () ->
                PlacementCall.call(
                    jobMaster, PlacingSubtask.OPERATOR, subtasks[0].attempt(), request))
        .hasStackTraceContaining("[4711]");
  }

  @Test
  void twoInputsOfAJoinHaveOneMap() throws Exception {
    PlacingOperatorFactory left =
        PlacingSubtask.factory(CoordinatedPlacement.leastKey(), 2, "join", true);
    PlacingOperatorFactory right =
        PlacingSubtask.factory(CoordinatedPlacement.leastKey(), 2, "join", false);
    Join join = startJoin(left, right, null, null, null);
    int ofLeft = join.keyGroupOf(join.left, 1);
    assertThat(join.keyGroupOf(join.right, 1)).isEqualTo(ofLeft);
    byte[] leftCheckpoint = jobMaster.checkpoint(join.leftCoordinator, 1);
    int between = join.keyGroupOf(join.right, 2);
    byte[] rightCheckpoint = jobMaster.checkpoint(join.rightCoordinator, 1);
    assertThat(rightCheckpoint).hasSizeLessThan(leftCheckpoint.length);
    OperatorSubtaskState rightState = join.right.snapshot(1);

    jobMaster.close();
    jobMaster = new LocalJobMaster();
    Join restored = startJoin(left, right, leftCheckpoint, rightCheckpoint, rightState);
    restored.left.process(3, 0);
    restored.left.takeAnswers();
    restored.left.rows();
    assertThat(restored.keyGroupOf(restored.left, 2)).isEqualTo(between);
    assertThat(restored.keyGroupOf(restored.left, 1)).isEqualTo(ofLeft);
  }

  /**
   * The coordinator of the other input was never created, as when a JobMaster fails during its
   * start.
   */
  @Test
  void aHalfOfAJoinThatWasLeftBehindIsNotTakenUp() throws Exception {
    PlacingOperatorFactory left =
        PlacingSubtask.factory(CoordinatedPlacement.leastKey(), 2, "left behind", true);
    PlacingOperatorFactory right =
        PlacingSubtask.factory(CoordinatedPlacement.leastKey(), 2, "left behind", false);
    jobMaster.coordinator(right, RIGHT, 1, null);
    Join join = startJoin(left, right, null, null, null);
    int keyGroup = join.keyGroupOf(join.left, 1);
    assertThat(join.keyGroupOf(join.right, 1)).isEqualTo(keyGroup);
  }

  // ------------------------------------------------------------------------------------- set-up

  private void start(
      int parallelism, @Nullable byte[] checkpoint, @Nullable OperatorSubtaskState state)
      throws Exception {
    subtasks = new PlacingSubtask[parallelism];
    for (int i = 0; i < parallelism; i++) {
      openSubtask(
          i,
          state == null
              ? null
              : AbstractStreamOperatorTestHarness.repartitionOperatorState(
                  state, PlacingSubtask.MAX_PARALLELISM, PARALLELISM, parallelism, i));
    }
    coordinator = jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, parallelism, checkpoint);
    for (int i = 0; i < parallelism; i++) {
      jobMaster.ready(coordinator, i, subtasks[i].attempt());
    }
    for (PlacingSubtask subtask : subtasks) {
      subtask.takeAnswer();
    }
  }

  private void openSubtask(int index, @Nullable OperatorSubtaskState state) throws Exception {
    subtasks[index] =
        PlacingSubtask.open(
            factory, PlacingSubtask.OPERATOR, jobMaster, subtasks.length, index, state);
    open.add(subtasks[index]);
  }

  /** Restarts everything, as after a failure of the JobManager. */
  private void restart(int parallelism, byte[] checkpoint, OperatorSubtaskState state)
      throws Exception {
    jobMaster.close();
    jobMaster = new LocalJobMaster();
    start(parallelism, checkpoint, state);
  }

  private OperatorSubtaskState snapshot(long checkpoint) throws Exception {
    OperatorSubtaskState[] states = new OperatorSubtaskState[subtasks.length];
    for (int i = 0; i < subtasks.length; i++) {
      states[i] = subtasks[i].snapshot(checkpoint);
    }
    return AbstractStreamOperatorTestHarness.repackageState(states);
  }

  private void takeAll() throws Exception {
    for (PlacingSubtask subtask : subtasks) {
      subtask.takeAnswers();
      subtask.rows();
    }
  }

  private int keyGroupOf(int subtask, long key) throws Exception {
    subtasks[subtask].process(key, 0);
    subtasks[subtask].takeAnswers();
    return subtasks[subtask].rows().get(0).keyGroup();
  }

  private int uncheckedKeyGroupOf(int subtask, long key) {
    try {
      return keyGroupOf(subtask, key);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Join startJoin(
      PlacingOperatorFactory left,
      PlacingOperatorFactory right,
      @Nullable byte[] leftCheckpoint,
      @Nullable byte[] rightCheckpoint,
      @Nullable OperatorSubtaskState rightState)
      throws Exception {
    PlacingSubtask leftSubtask =
        PlacingSubtask.open(left, PlacingSubtask.OPERATOR, jobMaster, 1, 0, null);
    PlacingSubtask rightSubtask = PlacingSubtask.open(right, RIGHT, jobMaster, 1, 0, rightState);
    open.add(leftSubtask);
    open.add(rightSubtask);
    PlacementCoordinator rightCoordinator = jobMaster.coordinator(right, RIGHT, 1, rightCheckpoint);
    PlacementCoordinator leftCoordinator =
        jobMaster.coordinator(left, PlacingSubtask.OPERATOR, 1, leftCheckpoint);
    jobMaster.ready(leftCoordinator, 0, leftSubtask.attempt());
    jobMaster.ready(rightCoordinator, 0, rightSubtask.attempt());
    leftSubtask.takeAnswer();
    rightSubtask.takeAnswer();
    return new Join(leftSubtask, rightSubtask, leftCoordinator, rightCoordinator);
  }

  private record Join(
      PlacingSubtask left,
      PlacingSubtask right,
      PlacementCoordinator leftCoordinator,
      PlacementCoordinator rightCoordinator) {

    int keyGroupOf(PlacingSubtask input, long key) throws Exception {
      input.process(key, 0);
      input.takeAnswers();
      return input.rows().get(0).keyGroup();
    }
  }
}
