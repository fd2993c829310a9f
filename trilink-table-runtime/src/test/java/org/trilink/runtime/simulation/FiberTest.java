/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FiberTest {

  private final Fiber fiber = new Fiber();
  private final List<String> done = new ArrayList<>();

  @AfterEach
  void close() {
    fiber.close();
  }

  @Test
  void runsUntilItParksAndGoesOnWhenItIsResumed() throws Exception {
    fiber.run(
        () -> {
          done.add("first");
          Fiber.park();
          done.add("second");
        });
    assertThat(done).containsExactly("first");
    assertThat(fiber.isParked()).isTrue();

    fiber.resume();
    assertThat(done).containsExactly("first", "second");
    assertThat(fiber.isParked()).isFalse();
  }

  @Test
  void runsAllActionsInOneThread() throws Exception {
    Thread[] threads = new Thread[2];
    fiber.run(() -> threads[0] = Thread.currentThread());
    fiber.run(() -> threads[1] = Thread.currentThread());
    assertThat(threads[0]).isNotSameAs(Thread.currentThread()).isSameAs(threads[1]);
  }

  @Test
  void failuresReachTheSimulation() {
    assertThatThrownBy(
            () ->
                fiber.run(
                    () -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
  }

  @Test
  void aKilledActionIsInterruptedAndAnotherOneCanFollow() throws Exception {
    fiber.run(
        () -> {
          try {
            Fiber.park();
          } catch (InterruptedException e) {
            done.add("interrupted");
          }
        });
    fiber.kill();
    assertThat(done).containsExactly("interrupted");
    fiber.run(() -> done.add("next"));
    assertThat(done).containsExactly("interrupted", "next");
  }
}
