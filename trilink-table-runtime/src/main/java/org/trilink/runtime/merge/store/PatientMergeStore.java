/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.NavigableSet;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats what fails and may succeed later, such as when the connection is lost, with growing
 * pauses, until it succeeds or the task is cancelled: the task's records wait meanwhile. Only to
 * enter a run it tries not so long: a store that is not there from the start is more likely a wrong
 * address.
 */
public final class PatientMergeStore implements MergeStore {

  private static final Logger LOG = LoggerFactory.getLogger(PatientMergeStore.class);

  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final long START_LIMIT_MILLIS = 5_000;

  private final MergeStore store;
  private final StoreAddress address;
  private long retries;

  PatientMergeStore(MergeStore store, StoreAddress address) {
    this.store = store;
    this.address = address;
  }

  private <T> T patiently(Supplier<T> request, long limitMillis) {
    long start = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    boolean waited = false;
    while (true) {
      try {
        T result = request.get();
        if (waited) {
          LOG.info("Global merge: {} answers again.", address);
        }
        return result;
      } catch (StoreException e) {
        long elapsed = (System.nanoTime() - start) / 1_000_000;
        if (!e.isPassing() || elapsed + pause > limitMillis) {
          throw e;
        }
        if (!waited) {
          LOG.warn("Records wait until the store answers again. {}", e.getMessage());
        }
        waited = true;
        retries++;
        Interrupts.sleep(pause);
        pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      }
    }
  }

  private <T> T patiently(Supplier<T> request) {
    return patiently(request, Long.MAX_VALUE);
  }

  private void patiently(Runnable request) {
    patiently(
        () -> {
          request.run();
          return null;
        });
  }

  /** How often something was tried again. */
  public long retries() {
    return retries;
  }

  @Override
  public void join(Membership member) {
    try {
      patiently(
          () -> {
            store.join(member);
            return null;
          },
          START_LIMIT_MILLIS);
    } catch (StoreException e) {
      if (e.getCause() == null) {
        throw e; // it says all
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
    return patiently(() -> store.apply(chunk, combiner));
  }

  @Override
  public void publish(int subtask, long bound, boolean idle) {
    patiently(() -> store.publish(subtask, bound, idle));
  }

  @Override
  public void end(int subtask, String writer) {
    patiently(() -> store.end(subtask, writer));
  }

  @Override
  public RunProgress progress() {
    return patiently(store::progress);
  }

  @Override
  public void stage(String area, int index, byte[] content) {
    patiently(() -> store.stage(area, index, content));
  }

  @Override
  @Nullable
  public byte[] staged(String area, int index) {
    return patiently(() -> store.staged(area, index));
  }

  @Override
  public void unstage(String area, int index) {
    patiently(() -> store.unstage(area, index));
  }

  @Override
  public void seal(int subtask, String writer, StagedArea area) {
    patiently(() -> store.seal(subtask, writer, area));
  }

  @Override
  public NavigableSet<Long> windows(BucketRange range, long after, long upTo) {
    return patiently(() -> store.windows(range, after, upTo));
  }

  @Override
  public void read(BucketRange range, long window, Accumulators accumulators) {
    patiently(() -> store.read(range, window, accumulators));
  }

  @Override
  public void dropWindows(BucketRange range, long upTo) {
    patiently(() -> store.dropWindows(range, upTo));
  }

  @Override
  public void changes(BucketRange range, long[] after, Accumulators accumulators) {
    patiently(() -> store.changes(range, after, accumulators));
  }

  @Override
  public void close() {
    store.close();
  }
}
