/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.File;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import javax.annotation.Nullable;
import org.apache.flink.annotation.VisibleForTesting;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.sync.protocol.MovingKeys;
import org.trilink.runtime.sync.protocol.SyncMessage;

/**
 * A test mode: one Sync after the other, of random keys to random places, regardless of the load.
 * It is on in a JobManager whose system property {@value #PROPERTY} is true, for tests of whether
 * moves change any result.
 *
 * <p>A process whose system property {@value #HALTS} names a folder can be made to fail at a step
 * of a Sync: before or after it handles a message, if there is a file named {@code before-} or
 * {@code after-} and the message's name, such as {@code before-TakeOut}. The process deletes the
 * file and halts, as if it had been killed.
 *
 * <p>If the file is named {@code wait-before-TakeOut}, the process renames it to {@code
 * at-before-TakeOut} and waits until that file is deleted. Meanwhile a test can kill another
 * process.
 */
public final class SyncDrill {

  /** Turns it on. */
  public static final String PROPERTY = "trilink.sync-drill";

  /** Names the folder with the files that say at which step to halt. */
  public static final String HALTS = "trilink.sync-drill.halts";

  @Nullable private static final String HALTS_FOLDER = System.getProperty(HALTS);

  /** The interval at which it checks whether the next Sync can begin, in ms. */
  static final long TICK = 10;

  /** The maximum number of keys of one Sync. */
  private static final int MAX_KEYS = 4;

  /** One in this many keys is moved to where the strategy puts it. */
  private static final int KEYS_PER_RETURN = 4;

  private static final AtomicInteger GONE = new AtomicInteger();
  private static final AtomicInteger DONE = new AtomicInteger();

  private final Random random = new Random();
  private final int maxParallelism;

  private SyncDrill(int maxParallelism) {
    this.maxParallelism = maxParallelism;
  }

  /** Null unless it is on. */
  @Nullable
  static SyncDrill ifOn(int maxParallelism) {
    return isOn() ? new SyncDrill(maxParallelism) : null;
  }

  /**
   * Whether it is on in this process. A planner then lets keys of every operator move, since a test
   * compares results when all of them are there, in whatever order updates came.
   */
  public static boolean isOn() {
    return Boolean.getBoolean(PROPERTY);
  }

  /**
   * The next moves; null if there are none.
   *
   * @param known is shuffled
   * @param keyGroups where keys are; less than 0 if that is not known
   * @param bases where the strategy puts keys, regardless of moves
   */
  @Nullable
  MovingKeys next(
      List<BinaryRowData> known,
      ToIntFunction<BinaryRowData> keyGroups,
      ToIntFunction<BinaryRowData> bases) {
    Collections.shuffle(known, random);
    MovingKeys.Builder moves = MovingKeys.builder();
    int count = 0;
    for (BinaryRowData key : known.subList(0, Math.min(MAX_KEYS, known.size()))) {
      int from = keyGroups.applyAsInt(key);
      int base = bases.applyAsInt(key);
      int to = random.nextInt(KEYS_PER_RETURN) == 0 ? base : random.nextInt(maxParallelism);
      if (from >= 0 && from != to) {
        moves.move(key, from, to, base);
        count++;
      }
    }
    return count == 0 ? null : moves.build();
  }

  static void hasGone() {
    GONE.incrementAndGet();
  }

  static void isDone() {
    DONE.incrementAndGet();
  }

  /** Halts this process if it is to fail before it handles a message. */
  public static void haltBefore(SyncMessage message) {
    halt("before-", message);
  }

  /** Halts this process if it is to fail after it has handled a message. */
  public static void haltAfter(SyncMessage message) {
    halt("after-", message);
  }

  private static void halt(String when, SyncMessage message) {
    if (HALTS_FOLDER == null) {
      return;
    }
    String step = when + message.getClass().getSimpleName();
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

  /** Syncs of this process in which keys have begun to move. */
  @VisibleForTesting
  public static int gone() {
    return GONE.get();
  }

  /** Syncs of this process that have moved their keys. */
  @VisibleForTesting
  public static int done() {
    return DONE.get();
  }
}
