/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.time.Duration;
import java.util.NavigableSet;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.util.concurrent.ExponentialBackoffRetryStrategy;
import org.apache.flink.util.concurrent.RetryStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.operator.LimitedWarnings;

/**
 * Retries requests that fail and may succeed later, such as when the connection is lost, with
 * growing pauses, until they succeed or the task is cancelled. In the meantime the task processes
 * no records. Only {@link #join} gives up, after {@value #START_LIMIT_MILLIS} ms: if a store cannot
 * be reached at the start, the address is probably wrong.
 */
public final class RetryingMergeStore implements MergeStore {

  private static final Logger LOG = LoggerFactory.getLogger(RetryingMergeStore.class);

  private static final RetryStrategy PAUSES =
      new ExponentialBackoffRetryStrategy(
          Integer.MAX_VALUE, Duration.ofMillis(50), Duration.ofSeconds(5));

  private static final long START_LIMIT_MILLIS = 5_000;

  private final MergeStore store;
  private final StoreAddress address;
  private final LimitedWarnings warnings = new LimitedWarnings(LOG::warn);
  private long retries;

  RetryingMergeStore(MergeStore store, StoreAddress address) {
    this.store = store;
    this.address = address;
  }

  /**
   * Sends a request until it succeeds.
   *
   * @param limitMillis after which it is not retried
   * @throws StoreException of the last attempt
   */
  private <T> T retrying(Supplier<T> request, long limitMillis) {
    long start = System.nanoTime();
    RetryStrategy pauses = PAUSES;
    boolean waited = false;
    while (true) {
      try {
        T result = request.get();
        warnings.tick();
        if (waited && !warnings.isWithholding()) {
          LOG.info("Global merge: requests to {} succeed again.", address);
        }
        return result;
      } catch (StoreException e) {
        long pause = pauses.getRetryDelay().toMillis();
        long elapsed = (System.nanoTime() - start) / 1_000_000;
        if (!e.isPassing() || elapsed + pause > limitMillis) {
          throw e;
        }
        if (!waited) {
          warnings.add(
              "Requests to the store fail, and records wait until one succeeds. " + e.getMessage());
        }
        waited = true;
        retries++;
        Interrupts.sleep(pause);
        pauses = pauses.getNextRetryStrategy();
      }
    }
  }

  private <T> T retrying(Supplier<T> request) {
    return retrying(request, Long.MAX_VALUE);
  }

  private void retrying(Runnable request) {
    retrying(
        () -> {
          request.run();
          return null;
        });
  }

  /** How many requests were retried since the start. */
  public long retries() {
    return retries;
  }

  @Override
  public void join(Membership member) {
    try {
      retrying(
          () -> {
            store.join(member);
            return null;
          },
          START_LIMIT_MILLIS);
    } catch (StoreException e) {
      if (e.getCause() == null) {
        throw e; // its message is complete
      }
      String message =
          e.getMessage().replaceAll("\\.+$", "")
              + ". Check that the server runs there, and the address, user and password in"
              + " 'global-merge.store'"
              + (address.isRedis() ? "; 'rediss://' is Redis over TLS." : ".");
      throw e.isPassing() ? new StoreException(message, true, e) : new StoreRefusal(message, e);
    }
  }

  @Override
  public boolean apply(Chunk chunk, Combiner combiner) {
    return retrying(() -> store.apply(chunk, combiner));
  }

  @Override
  public long publish(int subtask, String writer, long number, long bound, boolean idle) {
    return retrying(() -> store.publish(subtask, writer, number, bound, idle));
  }

  @Override
  public void end(int subtask, String writer) {
    retrying(() -> store.end(subtask, writer));
  }

  @Override
  public RunProgress progress() {
    return retrying(store::progress);
  }

  @Override
  public void stage(String area, int index, byte[] content) {
    retrying(() -> store.stage(area, index, content));
  }

  @Override
  @Nullable
  public byte[] staged(String area, int index) {
    return retrying(() -> store.staged(area, index));
  }

  @Override
  public void unstage(String area, int index) {
    retrying(() -> store.unstage(area, index));
  }

  @Override
  public void seal(int subtask, String writer, StagedArea area) {
    retrying(() -> store.seal(subtask, writer, area));
  }

  @Override
  public NavigableSet<Long> windows(BucketRange range, long after, long upTo) {
    return retrying(() -> store.windows(range, after, upTo));
  }

  @Override
  public void read(BucketRange range, long window, Accumulators accumulators) {
    retrying(() -> store.read(range, window, accumulators));
  }

  @Override
  public void dropWindows(BucketRange range, long upTo) {
    retrying(() -> store.dropWindows(range, upTo));
  }

  @Override
  public void changes(BucketRange range, long[] after, Accumulators accumulators) {
    retrying(() -> store.changes(range, after, accumulators));
  }

  @Override
  public void close() {
    warnings.flush();
    store.close();
  }
}
