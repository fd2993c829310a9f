/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One sender, three subtasks behind the exchange, of which two take part. */
class SyncCoordinationTest {

  /** Moves from the first subtask to the second. */
  private static final MovingKeys MOVES =
      MovingKeys.builder().move(SimulatedJob.rowOf(7), 0, 1, 0).build();

  private static final MovingKeys MOVES_ON =
      MovingKeys.builder().move(SimulatedJob.rowOf(7), 1, 2, 0).build();

  private static final long MAX_BYTES = 1_000;

  private final Recorded effects = new Recorded();
  private SyncCoordination coordination = newCoordination();

  private SyncCoordination newCoordination() {
    return newCoordination(new SyncTimeouts(1_000, 100, 10, 10_000));
  }

  private SyncCoordination newCoordination(SyncTimeouts timeouts) {
    return new SyncCoordination(new int[] {1}, 3, 3, MAX_BYTES, timeouts, effects);
  }

  @BeforeEach
  void start() {
    startAll();
    effects.said.clear();
  }

  private void startAll() {
    coordination.senderStarted(0, 0);
    for (int receiver = 0; receiver < 3; receiver++) {
      coordination.receiverStarted(receiver);
    }
  }

  private int go() {
    int number = coordination.request(MOVES);
    coordination.senderReady(number, 0, 0);
    coordination.receiverReady(number, 0, new int[] {0}, new long[] {MAX_BYTES});
    coordination.receiverReady(number, 1, new int[0], new long[0]);
    return number;
  }

  private int move() {
    int number = go();
    coordination.allMarked(number, 0, 3);
    coordination.allMarked(number, 1, 5);
    SyncStates states = new SyncStates();
    states.put(0, new byte[] {9});
    coordination.statesOut(number, 0, 0, states);
    coordination.statesOut(number, 0, 0, states); // again
    coordination.takenOut(number, 0, 1);
    coordination.takenOut(number, 1, 0);
    coordination.receiverDone(number, 0, 7);
    coordination.receiverDone(number, 1, 9);
    return number;
  }

  private void resetAll(long checkpoint) {
    coordination.senderReset(0, 0, checkpoint);
    for (int receiver = 0; receiver < 3; receiver++) {
      coordination.receiverReset(receiver, checkpoint);
    }
  }

  @Test
  void speaksOnlyWithSubtasksThatTakePart() {
    move();

    assertThat(effects.said)
        .containsExactly(
            "sender 0.0: PrepareSender",
            "receiver 0: PrepareReceiver",
            "receiver 1: PrepareReceiver",
            "going 1",
            "sender 0.0: Go",
            "receiver 0: TakeOut",
            "receiver 1: TakeOut",
            "receiver 1: PutIn",
            "receiver 1: AllPutIn",
            "sender 0.0: Over",
            "Sync 1: DONE");
    assertThat(coordination.moved().keyGroupOf(SimulatedJob.rowOf(7), 0)).isEqualTo(1);
    assertThat(coordination.moved().keyGroupOf(SimulatedJob.rowOf(8), 0)).isZero();
  }

  @Test
  void moveMustBeginWhereTheKeyIs() {
    move();

    assertThatThrownBy(() -> coordination.request(MOVES))
        .hasMessage(
            "A key is to be moved from key group 0, but it has been moved to key group 1 before.");
    assertThat(coordination.refusal()).isNull();
  }

  @Test
  void endedSenderCancelsAndRefuses() {
    coordination.request(MOVES);
    coordination.senderEnded(0, 0);

    assertThat(effects.said).endsWith("Sync 1: SENDER_ENDED");
    assertThat(coordination.refusal()).isEqualTo(SyncRefusal.SENDER_ENDED);
    assertThatThrownBy(() -> coordination.request(MOVES))
        .hasMessage("No Sync can be requested: the input of a placing subtask has ended.");
  }

  @Test
  void cancelsWhenSubtasksDoNotGetReady() {
    coordination.request(MOVES);
    coordination.time(50_000);
    assertThat(effects.said).doesNotContain("Sync 1: NOT_READY");
    coordination.time(50_101);

    assertThat(effects.said)
        .endsWith(
            "sender 0.0: CancelSender",
            "receiver 0: CancelReceiver",
            "receiver 1: CancelReceiver",
            "Sync 1: NOT_READY");
    coordination.senderReady(1, 0, 0); // too late
    coordination.receiverReady(1, 0, new int[0], new long[0]);
    coordination.receiverReady(1, 1, new int[0], new long[0]);
    assertThat(effects.said).doesNotContain("sender 0.0: Go");
    assertThat(coordination.request(MOVES)).isEqualTo(2);
  }

  @Test
  void checkpointWaitsForWhatIsPreparedButNotForLong() {
    coordination.request(MOVES);
    coordination.checkpointRequested(4);
    assertThat(effects.said).doesNotContain("checkpoint 4");
    coordination.time(0);
    coordination.time(11);

    assertThat(effects.said).endsWith("checkpoint 4", "Sync 1: CHECKPOINT_WAITED");
  }

  /**
   * Under backpressure, checkpoints directly follow one another, and tasks are busy for seconds.
   */
  @Test
  void underBackpressureSubtasksHaveTimeToGetReady() {
    coordination = newCoordination(SyncTimeouts.DEFAULT);
    startAll();
    int number = coordination.request(MOVES);
    coordination.checkpointRequested(4);
    coordination.time(0);
    coordination.time(5_000);

    coordination.senderReady(number, 0, 0);
    coordination.receiverReady(number, 0, new int[] {0}, new long[] {MAX_BYTES});
    coordination.receiverReady(number, 1, new int[0], new long[0]);
    assertThat(effects.said).contains("sender 0.0: Go").doesNotContain("checkpoint 4");
  }

  @Test
  void checkpointWaitsForKeysThatAreMoved() {
    int number = go();
    coordination.checkpointRequested(4);
    coordination.time(0);
    coordination.time(9_999);
    assertThat(effects.said).doesNotContain("checkpoint 4");

    coordination.allMarked(number, 0, 3);
    coordination.allMarked(number, 1, 5);
    coordination.takenOut(number, 1, 0);
    coordination.takenOut(number, 0, 0);
    coordination.receiverDone(number, 1, 9);
    assertThat(effects.said).doesNotContain("checkpoint 4");
    coordination.receiverDone(number, 0, 7);
    assertThat(effects.said).endsWith("sender 0.0: Over", "checkpoint 4", "Sync 1: DONE");
    assertThat(coordination.longestWait()).isEqualTo(9);
  }

  @Test
  void syncWaitsForAllCheckpointsUnderWay() {
    coordination.checkpointRequested(4);
    coordination.checkpointRequested(5);
    coordination.checkpointRequested(5); // of the other input's coordinator
    assertThat(effects.said).containsExactly("checkpoint 4", "checkpoint 5", "checkpoint 5");
    coordination.request(MOVES);
    coordination.checkpointCompleted(5);
    assertThat(effects.said).hasSize(3); // 4 may be a savepoint
    coordination.checkpointAborted(4);

    assertThat(effects.said).contains("sender 0.0: PrepareSender");
  }

  @Test
  void checkpointThatWasAbortedBeforeItBeganIsNotWaitedFor() {
    coordination.checkpointAborted(4);
    coordination.checkpointRequested(4);
    coordination.checkpointRequested(4); // of the other input's coordinator
    assertThat(effects.said).containsExactly("checkpoint 4", "checkpoint 4");
    coordination.request(MOVES);

    assertThat(effects.said).contains("sender 0.0: PrepareSender");
  }

  @Test
  void checkpointThatWasAbortedBetweenTwoRequestsIsNotWaitedFor() {
    coordination.checkpointRequested(4);
    coordination.checkpointAborted(4);
    coordination.checkpointRequested(4); // of the other input's coordinator
    assertThat(effects.said).containsExactly("checkpoint 4", "checkpoint 4");
    coordination.request(MOVES);

    assertThat(effects.said).contains("sender 0.0: PrepareSender");
  }

  /** It is not held for the second coordinator, and the next checkpoint is waited for again. */
  @Test
  void checkpointThatWasAbortedWhileItWasHeldIsNotWaitedFor() {
    int number = coordination.request(MOVES);
    coordination.checkpointRequested(4);
    coordination.checkpointAborted(4);
    coordination.checkpointRequested(4); // of the other input's coordinator
    assertThat(effects.said).endsWith("checkpoint 4", "checkpoint 4");
    coordination.receiverNotReady(number);

    coordination.checkpointRequested(5);
    coordination.request(MOVES);
    assertThat(effects.said).endsWith("Sync 1: NOT_YET", "checkpoint 5");
    coordination.checkpointCompleted(5);
    assertThat(effects.said.subList(effects.said.indexOf("checkpoint 5"), effects.said.size()))
        .contains("sender 0.0: PrepareSender");
  }

  @Test
  void givesUpBehindCheckpointThatDoesNotEnd() {
    coordination.checkpointRequested(4);
    coordination.request(MOVES);
    coordination.time(0);
    coordination.time(1_001);

    assertThat(effects.said).containsExactly("checkpoint 4", "Sync 1: CHECKPOINT_UNDER_WAY");
  }

  @Test
  void failsTheJobWhenMovingTakesTooLong() {
    go();
    coordination.time(0);
    coordination.time(10_001);

    assertThat(effects.said).contains("Sync 1: BROKEN_OFF");
    assertThat(effects.said.get(effects.said.size() - 1))
        .isEqualTo(
            "fail: Sync 1 moves keys for more than 10000 ms: of 2 subtasks 0 have got the markers"
                + " of all placing subtasks. The job goes back to its last checkpoint.");
    assertThat(coordination.refusal()).isEqualTo(SyncRefusal.UNDER_WAY);
  }

  @Test
  void failureWhileKeysAreMovedIsMendedByRestartOfAllSubtasks() {
    go();
    coordination.receiverFailed(2);
    coordination.checkpointRequested(4);
    assertThat(effects.said).endsWith("Sync 1: BROKEN_OFF"); // the checkpoint waits
    resetAll(-1);
    startAll();

    assertThat(effects.said).noneMatch(said -> said.startsWith("fail"));
    assertThat(effects.said).contains("checkpoint 4");
    assertThat(coordination.moved().size()).isZero();
    coordination.checkpointAborted(4);
    assertThat(move()).isEqualTo(2);
  }

  @Test
  void failureWhileKeysAreMovedIsNotMendedByRestartOfSome() {
    go();
    coordination.receiverFailed(2);
    coordination.receiverReset(2, -1);
    coordination.receiverStarted(2);

    assertThat(effects.said)
        .last()
        .asString()
        .startsWith("fail: Some subtasks have been restarted");
  }

  @Test
  void mapGoesBackWithTheState() {
    coordination.checkpointRequested(4);
    coordination.checkpointCompleted(4);
    move();
    assertThat(coordination.moved().size()).isEqualTo(1);
    coordination.receiverFailed(0);
    resetAll(4);
    startAll();

    assertThat(coordination.moved().size()).isZero();
    assertThat(effects.said).noneMatch(said -> said.startsWith("fail"));
  }

  @Test
  void mapOfSavepointIsKnownThatIsCompleteAfterLaterCheckpoints() {
    coordination.checkpointRequested(4);
    coordination.checkpointRequested(5);
    coordination.checkpointCompleted(5);
    coordination.checkpointCompleted(4);
    move();
    resetAll(4);
    startAll();

    assertThat(coordination.moved().size()).isZero();
    assertThat(effects.said).noneMatch(said -> said.startsWith("fail"));
  }

  @Test
  void mapStaysWithTheState() {
    move();
    coordination.checkpointRequested(4);
    coordination.checkpointCompleted(4);
    coordination.receiverFailed(0);
    coordination.receiverReset(0, 4);
    coordination.receiverStarted(0); // the others continue from the checkpoint's state

    assertThat(coordination.moved().size()).isEqualTo(1);
    assertThat(effects.said).noneMatch(said -> said.startsWith("fail"));
  }

  @Test
  void checkpointThatIsNotKnownFailsTheJob() {
    coordination.receiverFailed(0);
    coordination.receiverReset(0, 17);

    assertThat(effects.said)
        .containsExactly(
            "fail: The map of moved keys in checkpoint 17 is not known any more. The job goes back"
                + " to its last checkpoint.");
  }

  @Test
  void snapshotHasMapAndNumber() throws Exception {
    move();
    coordination.request(MOVES_ON); // it gets number 2
    coordination.senderFailed(0, 0);
    byte[] snapshot = coordination.snapshot();
    coordination = newCoordination();
    coordination.resetToCheckpoint(4, snapshot);
    startAll();

    assertThat(coordination.moved().keyGroupOf(SimulatedJob.rowOf(7), 0)).isEqualTo(1);
    assertThat(coordination.moved().epoch()).isEqualTo(1);
    assertThat(coordination.request(MOVES_ON)).isEqualTo(3);
  }

  @Test
  void jobGoesBackIfAPartOfTheStateIsLost() {
    int number = go();
    coordination.allMarked(number, 0, 3);
    coordination.allMarked(number, 1, 5);
    coordination.statesOut(number, 0, 0, new SyncStates());
    coordination.statesOut(number, 0, 2, new SyncStates());

    coordination.takenOut(number, 0, 3);

    assertThat(effects.said)
        .endsWith(
            "Sync 1: BROKEN_OFF",
            "fail: In Sync 1 subtask 0 has sent the state of keys in 3 parts, of which 1 have come."
                + " The job goes back to its last checkpoint.");
  }

  @Test
  void messagesCanBeSent() throws Exception {
    MovedKeys moved = MovedKeys.NONE.with(3, MOVES);
    SyncMessage.ToSender begin = copy(SyncMessage.begin(moved));
    SyncSender sender = new SyncSender(0, 0, null);
    begin.deliver(sender);
    assertThat(sender.keyGroupOf(SimulatedJob.rowOf(7), 0)).isEqualTo(1);

    copy(SyncMessage.prepareSender(3, MOVES));
    copy(SyncMessage.putIn(3, new SyncStates()));
    copy(SyncMessage.senderEnded());
    assertThat(copy(new SyncMarker(3, 1, 2)).sender()).isEqualTo(2);
  }

  private static <T extends java.io.Serializable> T copy(T original) throws Exception {
    return InstantiationUtil.clone(original);
  }

  @Test
  void cancelsWhatHasMoreStateThanOneSyncMayMove() {
    int number = coordination.request(MOVES);
    coordination.senderReady(number, 0, 0);
    coordination.receiverReady(number, 0, new int[] {0}, new long[] {MAX_BYTES + 1});
    coordination.receiverReady(number, 1, new int[0], new long[0]);

    assertThat(effects.said).contains("Sync 1: TOO_MUCH_STATE");
    assertThat(coordination.stateBytes()).containsExactly(MAX_BYTES + 1);
  }

  @Test
  void cancelsWhenASubtaskCannotHandOverYet() {
    coordination.receiverNotReady(coordination.request(MOVES));

    assertThat(effects.said).contains("Sync 1: NOT_YET");
  }

  @Test
  void movesAreChecked() {
    assertThatThrownBy(() -> MovingKeys.builder().build())
        .hasMessage("A Sync must move at least one key.");
    assertThatThrownBy(() -> MovingKeys.builder().move(SimulatedJob.rowOf(1), 2, 2, 2))
        .hasMessage("A key is to be moved from key group 2 to the same one.");
    assertThatThrownBy(
            () ->
                MovingKeys.builder()
                    .move(SimulatedJob.rowOf(1), 2, 3, 2)
                    .move(SimulatedJob.rowOf(1), 2, 4, 2))
        .hasMessage("A key is to be moved twice in one Sync.");
  }

  /** Records the effects. */
  private static final class Recorded implements SyncCoordination.Effects {

    final List<String> said = new ArrayList<>();

    @Override
    public void sendToSender(int input, int sender, SyncMessage.ToSender message) {
      said.add("sender " + input + "." + sender + ": " + message);
    }

    @Override
    public void sendToReceiver(int receiver, SyncMessage.ToReceiver message) {
      said.add("receiver " + receiver + ": " + message);
    }

    @Override
    public void going(int number) {
      said.add("going " + number);
    }

    @Override
    public void failJob(String reason) {
      said.add("fail: " + reason);
    }

    @Override
    public void releaseCheckpoint(long checkpoint) {
      said.add("checkpoint " + checkpoint);
    }

    @Override
    public void syncEnded(int number, SyncOutcome outcome) {
      said.add("Sync " + number + ": " + outcome);
    }
  }
}
