/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.NavigableSet;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.Chunk;
import org.trilink.runtime.merge.store.Chunks;
import org.trilink.runtime.merge.store.Combiner;
import org.trilink.runtime.merge.store.Membership;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.RunProgress;
import org.trilink.runtime.merge.store.StagedArea;
import org.trilink.runtime.simulation.Fiber;

/**
 * The store of one attempt of a subtask. At a chosen request the attempt stops, so that others can
 * go on; or it fails before or after the request; or the request is sent twice, as if its answer
 * had been lost.
 */
final class SteppedStore implements MergeStore {

  /** The events that may happen at a request. */
  enum Event {
    STOP,
    FAIL_BEFORE,
    FAIL_AFTER,
    REPEAT
  }

  private final MergeStore store;
  private final MergeFault fault;
  @Nullable private Event event;
  private int requestsUntil;
  private boolean stopped;

  private boolean joining;

  /** Whether it was last published that the subtask is idle. */
  private boolean idle;

  /** Whether the attempt has been given up: only the request under way is still sent. */
  private boolean givenUp;

  SteppedStore(MergeStore store, MergeFault fault) {
    this.store = store;
    this.fault = fault;
  }

  /**
   * Sets what happens.
   *
   * @param request which request from now on, from 1
   */
  void at(int request, @Nullable Event what) {
    event = what;
    requestsUntil = request;
  }

  /** Whether the attempt has stopped at a request. */
  boolean isStopped() {
    return stopped;
  }

  /** Whether the request at which the attempt has stopped is that to join the run. */
  boolean isJoining() {
    return joining;
  }

  void giveUp() {
    givenUp = true;
  }

  private <T> T request(Supplier<T> request) {
    return request(request, true);
  }

  /**
   * @param repeatable false if the request passes on what it reads, which it does only once
   */
  private <T> T request(Supplier<T> request, boolean repeatable) {
    Event now = event != null && --requestsUntil <= 0 ? event : null;
    if (now != null) {
      event = null;
    }
    if (now == Event.FAIL_BEFORE) {
      throw new TaskFailed();
    } else if (now == Event.STOP) {
      stop();
    }
    T result = request.get();
    if (now == Event.REPEAT && repeatable) {
      result = request.get();
    }
    if (now == Event.FAIL_AFTER || givenUp) {
      throw new TaskFailed();
    }
    return result;
  }

  private void request(Runnable request) {
    request(
        () -> {
          request.run();
          return null;
        });
  }

  private void reading(Runnable request) {
    request(
        () -> {
          request.run();
          return null;
        },
        false);
  }

  private void stop() {
    stopped = true;
    try {
      Fiber.park();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TaskFailed();
    } finally {
      stopped = false;
    }
  }

  /** The task fails as the simulation wants. */
  static final class TaskFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  // ---------------------------------------------------------------------------------- delegated

  @Override
  public void join(Membership member) {
    joining = true;
    request(() -> store.join(member));
    joining = false;
  }

  @Override
  public boolean apply(Chunk chunk, Combiner combiner) {
    return request(
        () ->
            store.apply(
                fault == MergeFault.NO_FENCES ? Chunks.ofAnotherWriter(chunk) : chunk, combiner));
  }

  @Override
  public long publish(int subtask, String writer, long number, long bound, boolean isIdle) {
    boolean wakes = idle && !isIdle;
    idle = isIdle;
    if (wakes && fault == MergeFault.WAKES_UNNOTICED) {
      return Long.MIN_VALUE;
    }
    return request(
        () ->
            store.publish(
                subtask,
                writer,
                number,
                fault == MergeFault.BOUND_IS_TOO_HIGH ? Math.max(bound, bound + 10) : bound,
                isIdle));
  }

  @Override
  public void end(int subtask, String writer) {
    request(() -> store.end(subtask, writer));
  }

  @Override
  public RunProgress progress() {
    return request(store::progress);
  }

  @Override
  public void stage(String area, int index, byte[] content) {
    request(() -> store.stage(area, index, content));
  }

  @Override
  @Nullable
  public byte[] staged(String area, int index) {
    return request(() -> store.staged(area, index));
  }

  @Override
  public void unstage(String area, int index) {
    request(() -> store.unstage(area, index));
  }

  @Override
  public void seal(int subtask, String writer, StagedArea area) {
    request(() -> store.seal(subtask, writer, area));
  }

  @Override
  public NavigableSet<Long> windows(BucketRange range, long after, long upTo) {
    return request(() -> store.windows(range, after, upTo));
  }

  @Override
  public void read(BucketRange range, long window, Accumulators accumulators) {
    reading(() -> store.read(range, window, accumulators));
  }

  @Override
  public void dropWindows(BucketRange range, long upTo) {
    request(() -> store.dropWindows(range, upTo));
  }

  @Override
  public void changes(BucketRange range, long[] after, Accumulators accumulators) {
    reading(() -> store.changes(range, after, accumulators));
  }

  @Override
  public void close() {
    store.close();
  }
}
