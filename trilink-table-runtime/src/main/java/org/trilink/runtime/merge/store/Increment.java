/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/** An addition of a subtask to the accumulator of a key in a window. */
public final class Increment {

  /** Stands for the window if there are none: an unbounded GROUP BY. */
  public static final long NO_WINDOW = 0;

  private final int bucket;
  private final long window;
  private final byte[] key;
  private final byte[] accumulator;

  /**
   * Creates it; the arrays are not copied.
   *
   * @param bucket of the key, from 0 to {@link MergeStore#BUCKETS} - 1
   * @param window its end in ms, or {@link #NO_WINDOW}
   */
  public Increment(int bucket, long window, byte[] key, byte[] accumulator) {
    this.bucket = bucket;
    this.window = window;
    this.key = key;
    this.accumulator = accumulator;
  }

  public int bucket() {
    return bucket;
  }

  /** Its end in ms, or {@link #NO_WINDOW}. */
  public long window() {
    return window;
  }

  public byte[] key() {
    return key;
  }

  public byte[] accumulator() {
    return accumulator;
  }

  /** Returns this increment with another accumulator. */
  Increment with(byte[] other) {
    return new Increment(bucket, window, key, other);
  }
}
