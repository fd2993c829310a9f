/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.merge.MergeSubtask.Job;
import org.trilink.runtime.merge.store.AttemptReplaced;
import org.trilink.runtime.merge.store.CuttableProxy;
import org.trilink.runtime.merge.store.Membership;
import org.trilink.runtime.merge.store.MergeRun;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.MergeStores;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.merge.store.StoreAddress;
import org.trilink.runtime.merge.store.StoreException;

/** Tests the operator's handling of records, barriers, completed checkpoints and restores. */
class GlobalMergeOperatorTest {

  private static RedisTestServer redis;

  @BeforeAll
  static void start() throws Exception {
    redis = RedisTestServer.started("");
  }

  @AfterAll
  static void stop() throws Exception {
    redis.close();
  }

  private static Job sums() {
    return Job.of(redis.address(), false);
  }

  private static Job windows() {
    return Job.of(redis.address(), true);
  }

  // ------------------------------------------------------------------------- checkpoints

  @Test
  void nothingCountsBeforeItsCheckpointIsComplete() throws Exception {
    try (MergeSubtask subtask = sums().start()) {
      subtask.row(7, 2, 1);
      subtask.row(7, 3, 1);
      subtask.barrier(1);
      subtask.row(7, 10, 1);
      subtask.barrier(2);
      assertThat(subtask.results()).isEmpty();
      subtask.complete(1);
      subtask.barrier(3);
      assertThat(subtask.results()).containsExactly("+U 7: 2 records, sum 5");
      subtask.complete(2);
      subtask.barrier(4);
      assertThat(subtask.results())
          .containsExactly("+U 7: 2 records, sum 5", "+U 7: 3 records, sum 15");
    }
  }

  @Test
  void aLostNotificationIsCoveredByTheNext() throws Exception {
    try (MergeSubtask subtask = sums().start()) {
      subtask.row(7, 2, 1);
      subtask.barrier(1);
      subtask.row(7, 3, 1);
      subtask.barrier(2);
      subtask.row(7, 4, 1);
      subtask.barrier(3);
      subtask.complete(3);
      subtask.complete(2);
      subtask.barrier(4);

      assertThat(subtask.results()).containsExactly("+U 7: 3 records, sum 9");
    }
  }

  @Test
  void aBatchInStateIsAddedIfItWasNot() throws Exception {
    Job job = sums();
    for (boolean wasTold : List.of(false, true)) {
      Job attempt = job.restarted().restarted();
      OperatorSubtaskState state;
      try (MergeSubtask before = attempt.start()) {
        before.row(7, 2, 1);
        state = before.barrier(1);
        if (wasTold) {
          before.complete(1);
        }
        before.row(7, 100, 1); // read again
      }
      try (MergeSubtask after = attempt.start(0, 1, state)) {
        after.row(7, 100, 1);
        after.barrier(2);
        after.complete(2);
        after.barrier(3);

        assertThat(after.results()).endsWith("+U 7: 2 records, sum 102");
      }
    }
  }

  @Test
  void anotherJobGoesOnFromASavepoint() throws Exception {
    Job job = sums();
    OperatorSubtaskState savepoint;
    try (MergeSubtask before = job.start()) {
      before.row(7, 2, 1);
      savepoint = before.barrier(1);
      before.complete(1);
      try (MergeSubtask after = job.restarted().start(0, 1, savepoint)) {
        after.row(7, 3, 1);
        after.barrier(2);
        after.complete(2);
        after.barrier(3);
        assertThat(after.results()).endsWith("+U 7: 2 records, sum 5");
      }
      before.row(7, 1000, 1);
      before.barrier(2);
      assertThatThrownBy(() -> before.complete(2))
          .as("both from the same savepoint")
          .hasStackTraceContaining("another job, which was started from a savepoint of this one");
    }
  }

  /** The batches of a writer stay on one subtask, so the order of its fences is kept. */
  @Test
  void pendingBatchesGoToOtherSubtasks() throws Exception {
    Job job = sums();
    OperatorSubtaskState first;
    OperatorSubtaskState second;
    try (MergeSubtask one = job.start(0, 2, null);
        MergeSubtask other = job.start(1, 2, null)) {
      one.row(7, 1, 1);
      other.row(7, 10, 1);
      one.barrier(1);
      other.barrier(1);
      one.row(7, 100, 1);
      other.row(8, 1, 1);
      first = one.barrier(2);
      second = other.barrier(2);
    }
    OperatorSubtaskState all = AbstractStreamOperatorTestHarness.repackageState(first, second);
    for (int parallelism : List.of(3)) {
      Job rescaled = job.restarted();
      StringBuilder results = new StringBuilder();
      MergeSubtask[] subtasks = new MergeSubtask[parallelism];
      for (int i = 0; i < parallelism; i++) {
        subtasks[i] =
            rescaled.start(
                i,
                parallelism,
                AbstractStreamOperatorTestHarness.repartitionOperatorState(
                    all, 128, 2, parallelism, i));
      }
      for (MergeSubtask subtask : subtasks) {
        subtask.barrier(3);
        results.append(subtask.results());
        subtask.close();
      }
      assertThat(results.toString())
          .contains("7: 3 records, sum 111")
          .contains("8: 1 records, sum 1");
    }
  }

  // ------------------------------------------------------------------------------ windows

  @Test
  void aWindowIsFinalWhenAllSubtasksHavePassedItsEnd() throws Exception {
    Job job = windows();
    try (MergeSubtask one = job.start(0, 2, null);
        MergeSubtask other = job.start(1, 2, null)) {
      for (long key = 0; key < 20; key++) {
        one.row(key, 1, 3);
        other.row(key, 2, 4);
        other.row(key, 5, 13);
      }
      one.watermark(9);
      other.watermark(8);
      checkpoint(1, one, other);
      checkpoint(2, one, other);
      assertThat(one.results()).isEmpty();
      other.watermark(25);
      checkpoint(3, one, other);
      one.barrier(4);
      other.barrier(4);

      assertThat(one.results()).isNotEmpty();
      assertThat(other.results()).isNotEmpty();
      List<String> all = new java.util.ArrayList<>(one.results());
      all.addAll(other.results());
      assertThat(all)
          .hasSize(20)
          .allMatch(row -> row.endsWith(": 2 records, sum 3, window 10"))
          .doesNotHaveDuplicates();
    }
  }

  private static void checkpoint(long id, MergeSubtask... subtasks) throws Exception {
    for (MergeSubtask subtask : subtasks) {
      subtask.barrier(id);
    }
    for (MergeSubtask subtask : subtasks) {
      subtask.complete(id);
    }
  }

  @Test
  void emittedOnceOverARestore() throws Exception {
    Job job = windows();
    OperatorSubtaskState atTwo;
    try (MergeSubtask before = job.start()) {
      before.row(7, 1, 3);
      before.row(7, 2, 13);
      before.watermark(11);
      checkpoint(1, before);
      atTwo = before.barrier(2);
      before.complete(2);
      assertThat(before.results()).containsExactly("+I 7: 1 records, sum 1, window 10");
      before.watermark(25);
      before.barrier(3); // does not complete
    }
    try (MergeSubtask after = job.start(0, 1, atTwo)) {
      after.watermark(25);
      checkpoint(3, after);
      checkpoint(4, after);
      assertThat(after.results()).containsExactly("+I 7: 1 records, sum 2, window 20");
    }
  }

  @Test
  void recordsOfClosedWindowsAreLate() throws Exception {
    try (MergeSubtask subtask = windows().start()) {
      subtask.watermark(15);
      subtask.row(7, 1, 3); // behind the watermark, before the barrier
      subtask.barrier(1);
      subtask.row(7, 10, 4);
      subtask.row(7, 100, 14);
      assertThat(subtask.late()).isEqualTo(1);
      subtask.complete(1);
      subtask.watermark(30);
      checkpoint(2, subtask);
      subtask.barrier(3);

      assertThat(subtask.results())
          .containsExactly(
              "+I 7: 1 records, sum 1, window 10", "+I 7: 1 records, sum 100, window 20");
    }
  }

  // -------------------------------------------------------------------------------- idle

  private static List<String> all(MergeSubtask... subtasks) {
    return Stream.of(subtasks).flatMap(subtask -> subtask.results().stream()).toList();
  }

  @Test
  void theOthersWaitAgainAsSoonAsASubtaskIsNotIdle() throws Exception {
    Job job = windows();
    try (MergeSubtask one = job.start(0, 2, null);
        MergeSubtask other = job.start(1, 2, null)) {
      other.idle(true);
      one.row(7, 1, 3);
      one.watermark(11);
      checkpoint(1, one, other);
      checkpoint(2, one, other);
      assertThat(all(one, other)).containsExactly("+I 7: 1 records, sum 1, window 10");

      other.idle(false);
      other.row(7, 5, 8);
      other.row(7, 2, 14);
      assertThat(other.late()).as("of the final window").isEqualTo(1);
      one.row(7, 1, 15);
      one.watermark(21);
      checkpoint(3, one, other);
      checkpoint(4, one, other);
      assertThat(all(one, other)).hasSize(1);
      other.watermark(21);
      checkpoint(5, one, other);
      checkpoint(6, one, other);
      assertThat(all(one, other)).endsWith("+I 7: 2 records, sum 3, window 20").hasSize(2);
      assertThat(one.late() + other.late()).isEqualTo(1);
    }
  }

  @Test
  void whatHasEndedIsEmittedWhenAllAreIdle() throws Exception {
    try (MergeSubtask subtask = windows().start()) {
      subtask.row(7, 1, 3);
      subtask.watermark(11);
      subtask.idle(true);
      checkpoint(1, subtask);
      subtask.barrier(2);
      assertThat(subtask.results()).containsExactly("+I 7: 1 records, sum 1, window 10");
    }
  }

  /** Its row was emitted, and what it is made of is not in the store any more. */
  @Test
  void withoutCheckpointsARestartedSubtaskEmitsNoWindowAgain() throws Exception {
    Job job = windows().withoutCheckpoints();
    try (MergeSubtask one = job.start(0, 2, null)) {
      try (MergeSubtask other = job.start(1, 2, null)) {
        for (long key = 0; key < 20; key++) {
          one.row(key, 1, 3);
          other.row(key, 2, 4);
        }
        one.watermark(11);
        other.watermark(11);
        for (int times = 0; times < 2; times++) {
          one.later();
          other.later();
        }
        assertThat(all(one, other)).hasSize(20);
      }
      int before = one.results().size();
      try (MergeSubtask again = job.start(1, 2, null)) {
        for (long key = 0; key < 20; key++) {
          again.row(key, 2, 4);
        }
        assertThat(again.late()).isEqualTo(20);
        again.watermark(11);
        for (int times = 0; times < 2; times++) {
          one.later();
          again.later();
        }
        assertThat(again.results()).isEmpty();
        assertThat(one.results()).hasSize(before);
      }
    }
  }

  /** Without windows nothing is late, and the end of the others is not that of an idle subtask. */
  @Test
  void whoIsIdleHasNotEnded() {
    String run = MergeRun.newId("job", "whoIsIdleHasNotEnded");
    try (MergeStore store =
        MergeStores.open(
            StoreAddress.of(redis.address()),
            new MergeRun(run, "job", true),
            getClass().getClassLoader())) {
      store.join(Membership.fresh(0, 2, "ended"));
      store.join(Membership.fresh(1, 2, "idle"));
      store.publish(0, "ended", 1, Long.MAX_VALUE, false);
      InputProgress idle = new InputProgress(store, 1, "idle", null, Long.MIN_VALUE);
      idle.setIdle(true);
      idle.publish(5, true);
      idle.close();
      idle.publishIfChanged();
      assertThat(store.progress().isComplete()).isFalse();
    }
  }

  /** Flink's sources emit records before they say that they are not idle any more. */
  @Test
  void aRecordIsEnoughToBeWaitedFor() throws Exception {
    Job job = windows();
    try (MergeSubtask one = job.start(0, 2, null);
        MergeSubtask other = job.start(1, 2, null)) {
      other.idle(true);
      checkpoint(1, one, other);
      other.row(7, 2, 4);
      one.row(7, 1, 3);
      one.watermark(11);
      checkpoint(2, one, other);
      checkpoint(3, one, other);

      assertThat(all(one, other)).containsExactly("+I 7: 2 records, sum 3, window 10");
    }
  }

  /** A subtask is idle at a barrier, but not when it learns that the checkpoint is complete. */
  @Test
  void whoHasReadSinceTheBarrierIsNotIdle() throws Exception {
    Job job = windows();
    try (MergeSubtask one = job.start(0, 2, null);
        MergeSubtask other = job.start(1, 2, null)) {
      other.idle(true);
      one.row(7, 1, 3);
      one.watermark(11);
      one.barrier(1);
      other.barrier(1);
      other.idle(false);
      other.row(7, 2, 4);
      other.idle(true);
      one.complete(1);
      other.complete(1);
      one.barrier(2);
      other.barrier(2);
      assertThat(all(one, other)).isEmpty();
      one.complete(2);
      other.complete(2);
      one.barrier(3);
      other.barrier(3);

      assertThat(all(one, other)).containsExactly("+I 7: 2 records, sum 3, window 10");
    }
  }

  @Test
  void withoutCheckpointsAnIdleSubtaskSendsWhatItHas() throws Exception {
    Job job = windows().withoutCheckpoints();
    try (MergeSubtask one = job.start(0, 2, null);
        MergeSubtask other = job.start(1, 2, null)) {
      other.row(7, 2, 4);
      other.idle(true);
      one.row(7, 1, 3);
      one.watermark(11);
      one.later();
      other.later();
      one.later();
      other.later();

      assertThat(all(one, other)).containsExactly("+I 7: 2 records, sum 3, window 10");
    }
  }

  /** The others have gone on while it was idle, and it knows only its own event time. */
  @Test
  void recordsOfWindowsThatWereEmittedBeforeARestoreAreLate() throws Exception {
    Job job = windows();
    OperatorSubtaskState first;
    OperatorSubtaskState second;
    try (MergeSubtask one = job.start(0, 2, null);
        MergeSubtask other = job.start(1, 2, null)) {
      other.idle(true);
      one.row(7, 1, 3);
      one.watermark(11);
      checkpoint(1, one, other);
      first = one.barrier(2);
      second = other.barrier(2);
      assertThat(all(one, other)).hasSize(1);
    }
    OperatorSubtaskState both = AbstractStreamOperatorTestHarness.repackageState(first, second);
    try (MergeSubtask after =
        job.restarted()
            .start(
                0,
                1,
                AbstractStreamOperatorTestHarness.repartitionOperatorState(both, 128, 2, 1, 0))) {
      after.row(7, 5, 4);
      after.row(7, 2, 13);
      assertThat(after.late()).isEqualTo(1);
      after.watermark(21);
      checkpoint(3, after);
      after.barrier(4);
      assertThat(after.results()).containsExactly("+I 7: 1 records, sum 2, window 20");
    }
  }

  // ------------------------------------------------------------------------------ the end

  @Test
  void theRestComesAtTheEnd() throws Exception {
    for (boolean checkpoints : List.of(true, false)) {
      Job job = checkpoints ? windows() : windows().withoutCheckpoints();
      try (MergeSubtask subtask = job.start()) {
        subtask.row(7, 1, 3);
        if (checkpoints) {
          checkpoint(1, subtask);
          subtask.row(7, 2, 4);
          subtask.barrier(2);
        }
        subtask.row(7, 4, 5);
        subtask.row(8, 1, 15);
        subtask.watermark(Long.MAX_VALUE);
        subtask.end();

        assertThat(subtask.results())
            .containsExactly(
                checkpoints
                    ? "+I 7: 3 records, sum 7, window 10"
                    : "+I 7: 2 records, sum 5, window 10",
                "+I 8: 1 records, sum 1, window 20");
      }
    }
  }

  /** As after a restore from a savepoint with drain. */
  @Test
  void countsGoOnAfterTheEnd() throws Exception {
    Job job = sums();
    OperatorSubtaskState drained;
    try (MergeSubtask before = job.start()) {
      before.row(7, 1, 1);
      before.barrier(1);
      before.row(7, 2, 1);
      before.end();
      assertThat(before.results()).containsExactly("+U 7: 2 records, sum 3");
      drained = before.barrier(2);
      before.complete(2);
    }
    try (MergeSubtask again = job.start(0, 1, drained)) {
      assertThat(again.results()).as("the same job").isEmpty();
      again.end();
      assertThat(again.results()).containsExactly("+U 7: 2 records, sum 3");
    }
    try (MergeSubtask after = job.redeployed("second").start(0, 1, drained)) {
      after.row(7, 10, 1);
      checkpoint(3, after);
      after.barrier(4);
      assertThat(after.results()).endsWith("+U 7: 3 records, sum 13");
    }
  }

  /** In application mode with high availability all jobs have the id 0. */
  @Test
  void jobsWithOneIdAreNotOneJob() throws Exception {
    Job job = sums();
    OperatorSubtaskState savepoint;
    try (MergeSubtask before = job.start()) {
      before.row(7, 1, 1);
      savepoint = before.barrier(1);
      before.complete(1);
    }
    try (MergeSubtask one = job.redeployed("second").start(0, 1, savepoint);
        MergeSubtask other = job.redeployed("third").start(0, 1, savepoint)) {
      one.row(7, 1, 1);
      other.row(7, 1, 1);
      one.barrier(2);
      checkpoint(2, other);
      assertThatThrownBy(() -> one.complete(2))
          .hasStackTraceContaining("another job, which was started from a savepoint of this one");
    }
    try (MergeSubtask anew = job.redeployed("fourth").start()) {
      anew.row(7, 1, 1);
      checkpoint(1, anew);
      anew.barrier(2);
      assertThat(anew.results())
          .as("without a savepoint")
          .containsExactly("+U 7: 1 records, sum 1");
    }
  }

  // ------------------------------------------------------------------------------- memory

  @Test
  void moreIncrementsThanFitGoToTheStore() throws Exception {
    Job job = sums().withCapacity(4);
    OperatorSubtaskState state;
    try (MergeSubtask before = job.start()) {
      for (long key = 0; key < 30; key++) {
        before.row(key, key, 1);
        before.row(3, 0, 1);
      }
      state = before.barrier(1);
      before.row(99, 1, 1);
    }
    try (MergeSubtask after = job.start(0, 1, state)) {
      after.barrier(2);
      assertThat(after.results())
          .hasSize(30)
          .contains("+U 3: 31 records, sum 3", "+U 29: 1 records, sum 29");
    }
  }

  // ------------------------------------------------------------------------------ failures

  /** A request to join of an attempt that was given up arrives after that of the current one. */
  @Test
  void anAttemptThatWasReplacedFails() throws Exception {
    for (Job job : List.of(windows(), windows().withoutCheckpoints())) {
      try (MergeSubtask current = job.start();
          MergeSubtask late = job.start()) {
        current.watermark(11);
        assertThatThrownBy(() -> current.barrier(1))
            .isInstanceOf(AttemptReplaced.class)
            .hasMessageContaining("another attempt of subtask 1 has joined");
        late.barrier(1);
      }
    }
  }

  @Test
  void anAttemptThatWasReplacedDoesNotWaitForTheOthers() throws Exception {
    for (Job job : List.of(sums(), sums().withoutCheckpoints())) {
      try (MergeSubtask current = job.start(0, 2, null);
          MergeSubtask late = job.start(0, 2, null)) {
        assertThatThrownBy(current::end).isInstanceOf(AttemptReplaced.class);
        late.barrier(1);
      }
    }
  }

  @Test
  void recordsWaitForAStoreThatIsAway() throws Exception {
    try (CuttableProxy proxy = new CuttableProxy(redis.port());
        MergeSubtask subtask =
            sums().at(redis.address().replace(":" + redis.port(), ":" + proxy.port())).start()) {
      subtask.row(7, 2, 1);
      subtask.barrier(1);
      proxy.cutAt(1, false, () -> {});
      CompletableFuture<Void> told =
          CompletableFuture.runAsync(
              () -> {
                try {
                  subtask.complete(1);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThatThrownBy(() -> told.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(proxy.isCut()).isTrue();
      proxy.mend();
      told.get(30, TimeUnit.SECONDS);
      subtask.barrier(2);

      assertThat(subtask.results()).containsExactly("+U 7: 1 records, sum 2");
    }
  }

  @Tag("slow")
  @Test
  void nobodyListensAtTheStart() throws Exception {
    try (CuttableProxy proxy = new CuttableProxy(1)) {
      Job job = Job.of("redis://:secret@127.0.0.1:" + proxy.port(), false);

      assertThatThrownBy(job::start)
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("Global merge: redis://:***@127.0.0.1:" + proxy.port())
          .hasMessageEndingWith(
              "Check that the server runs there, and the address, user and password in"
                  + " 'global-merge.store'; 'rediss://' is Redis over TLS.");
    }
  }
}
