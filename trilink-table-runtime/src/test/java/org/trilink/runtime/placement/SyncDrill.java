/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.Nullable;
import org.trilink.runtime.move.balance.KeyLoad;
import org.trilink.runtime.move.protocol.MovingKeys;
import org.trilink.runtime.move.protocol.SyncMessage;

/**
 * Has one Sync made after the other, of random keys to random places, regardless of the load, in a
 * process whose system property {@value #PROPERTY} is true, for tests of whether moves change any
 * result. The monitor goes on beside it.
 *
 * <p>A process whose system property {@value #HALTS} names a folder can be made to fail at a step
 * of a Sync: before or after it handles a message, if there is a file named {@code before-} or
 * {@code after-} and the message's name, such as {@code before-TakeOut}. The process deletes the
 * file and halts, as if it had been killed.
 *
 * <p>If the file is named {@code wait-before-TakeOut}, the process renames it to {@code
 * at-before-TakeOut} and waits until that file is deleted. Meanwhile a test can kill another
 * process.
 *
 * <p>It is loaded as a service, in every process whose class path has the tests of this module.
 */
public final class SyncDrill implements SyncProbe {

  /** Turns it on. */
  public static final String PROPERTY = "trilink.sync-drill";

  /** Names the folder with the files that say at which step to halt. */
  public static final String HALTS = "trilink.sync-drill.halts";

  @Nullable private static final String HALTS_FOLDER = System.getProperty(HALTS);

  /** The interval at which it checks whether the next Sync can begin, in ms. */
  private static final long TICK = 10;

  /** The maximum number of keys of one Sync. */
  private static final int MAX_KEYS = 4;

  /** One in this many keys is moved to where the strategy puts it. */
  private static final int KEYS_PER_RETURN = 4;

  private static final AtomicInteger BEGUN = new AtomicInteger();
  private static final AtomicInteger DONE = new AtomicInteger();

  private final Random random = new Random();

  // --------------------------------------------------------------------------------- random moves

  @Override
  public void leads(
      PlacementSettings settings,
      SyncLeader leader,
      ExchangeMonitor monitor,
      CoordinatorThread thread) {
    if (Boolean.getBoolean(PROPERTY)) {
      int maxParallelism = settings.maxParallelism();
      thread.every(TICK, () -> leader.request(() -> next(leader, monitor, maxParallelism)));
    }
  }

  /** The next moves; null if there are none. */
  @Nullable
  private MovingKeys next(SyncLeader leader, ExchangeMonitor monitor, int maxParallelism) {
    List<KeyLoad> known = new ArrayList<>(monitor.heavyKeys());
    Collections.shuffle(known, random);
    MovingKeys.Builder moves = MovingKeys.builder();
    int count = 0;
    for (KeyLoad key : known.subList(0, Math.min(MAX_KEYS, known.size()))) {
      int from = leader.keyGroupNow(key);
      boolean returns = random.nextInt(KEYS_PER_RETURN) == 0;
      int to = returns ? key.base() : random.nextInt(maxParallelism);
      if (from != to) {
        moves.move(key.key(), from, to, key.base());
        count++;
      }
    }
    return count == 0 ? null : moves.build();
  }

  // --------------------------------------------------------------------------------------- counts

  @Override
  public void keysBeginToMove() {
    BEGUN.incrementAndGet();
  }

  @Override
  public void isDone() {
    DONE.incrementAndGet();
  }

  /** Syncs of this process in which keys have begun to move. */
  public static int begun() {
    return BEGUN.get();
  }

  /** Syncs of this process that have moved their keys. */
  public static int done() {
    return DONE.get();
  }

  // ------------------------------------------------------------------------------------- failures

  @Override
  public void before(SyncMessage message) {
    halt("before-", message);
  }

  @Override
  public void after(SyncMessage message) {
    halt("after-", message);
  }

  private static void halt(String when, SyncMessage message) {
    if (HALTS_FOLDER == null) {
      return;
    }
    String step = when + message;
    // of several threads that get here, only one deletes or renames the file
    if (new File(HALTS_FOLDER, step).delete()) {
      Runtime.getRuntime().halt(1);
    }
    File here = new File(HALTS_FOLDER, "at-" + step);
    if (new File(HALTS_FOLDER, "wait-" + step).renameTo(here)) {
      awaitDeletion(here);
    }
  }

  private static void awaitDeletion(File file) {
    while (file.exists()) {
      try {
        Thread.sleep(TICK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the task is cancelled
        return;
      }
    }
  }
}
