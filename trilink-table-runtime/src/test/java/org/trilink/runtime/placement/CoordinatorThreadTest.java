/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoordinatorThreadTest {

  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final CoordinatorThread thread = new CoordinatorThread("Count", failure::complete);

  @AfterEach
  void close() {
    thread.close();
  }

  @Test
  void beforeTheStartTheCallerDoesWhatItHandsOver() {
    assertThat(thread.submit(Thread::currentThread)).isCompletedWithValue(Thread.currentThread());
  }

  @Test
  void afterItTheCallerDoesNotWait() throws Exception {
    thread.start();
    CountDownLatch latch = new CountDownLatch(1);
    List<Integer> done = new ArrayList<>();
    thread.execute(
        () -> {
          awaitUninterruptibly(latch);
          done.add(1);
        });
    thread.execute(() -> done.add(2));
    CompletableFuture<Thread> third = thread.submit(Thread::currentThread);

    assertThat(third).isNotDone();
    latch.countDown();
    assertThat(third.get().getName()).startsWith("trilink-placement Count");
    assertThat(done).containsExactly(1, 2);
  }

  @Test
  void afterItNoOtherThreadMayUseWhatBelongsToIt() throws Exception {
    thread.check();
    thread.start();
    assertThatThrownBy(thread::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith(" uses what belongs to the thread of the coordinators of Count.");
    assertThat(
            thread
                .submit(
                    () -> {
                      thread.check();
                      return true;
                    })
                .get())
        .isTrue();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatFailsFailsTheJob() throws Exception {
    thread.start();
    Error error = new NoClassDefFoundError("This failure belongs to the test.");
    thread.execute(
        () -> {
          throw error;
        });
    assertThat(failure.get(1, TimeUnit.MINUTES)).isSameAs(error);
  }

  @Test
  void aFutureFailsWithItsTask() throws Exception {
    thread.start();
    IllegalStateException error = new IllegalStateException("This failure belongs to the test.");
    CompletableFuture<Object> result =
        thread.submit(
            () -> {
              throw error;
            });
    assertThatThrownBy(result::get).hasCause(error);
    assertThat(failure).as("of the job").isNotDone();
  }

  /** A job that is restored in the same process has the same coordinators. */
  @Test
  void whatIsRepeatedGoesOnAfterAFailure() throws Exception {
    thread.start();
    CountDownLatch runs = new CountDownLatch(3);
    thread.every(
        1,
        () -> {
          runs.countDown();
          throw new IllegalStateException("This failure belongs to the test.");
        });
    assertThat(runs.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(failure).isDone();
  }

  @Test
  void atTheEndItDoesWhatWasHandedOverAndNothingElse() throws Exception {
    thread.start();
    CompletableFuture<Boolean> last = thread.submit(() -> true);
    thread.close();
    List<Integer> done = new ArrayList<>();
    thread.execute(() -> done.add(1));

    assertThat(last.get(1, TimeUnit.MINUTES)).isTrue();
    assertThatThrownBy(thread.submit(() -> done.add(2))::get)
        .hasCauseInstanceOf(RejectedExecutionException.class);
    assertThat(done).isEmpty();
  }
}
