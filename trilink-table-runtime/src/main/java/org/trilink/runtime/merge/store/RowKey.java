/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;

/**
 * The primary key of an accumulator's row. An index entry is limited to some hundred bytes. So
 * short keys of a query are stored as they are, and long ones as a cryptographic hash.
 */
final class RowKey {

  /** The size of the column {@code key_id}. */
  static final int MAX_BYTES = 255;

  private static final byte SHORT = 0;
  private static final byte HASHED = 1;

  private final long window;
  private final int bucket;
  private final byte[] id;

  RowKey(long window, int bucket, byte[] id) {
    this.window = window;
    this.bucket = bucket;
    this.id = id;
  }

  static RowKey of(Increment increment) {
    return new RowKey(increment.window(), increment.bucket(), idOf(increment.key()));
  }

  private static byte[] idOf(byte[] key) {
    return key.length < MAX_BYTES ? marked(SHORT, key) : marked(HASHED, hash(key));
  }

  private static byte[] marked(byte mark, byte[] bytes) {
    byte[] marked = new byte[bytes.length + 1];
    marked[0] = mark;
    System.arraycopy(bytes, 0, marked, 1, bytes.length);
    return marked;
  }

  private static byte[] hash(byte[] key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }

  /** The key that a short id was made of. */
  static byte[] keyOf(byte[] id) {
    return Arrays.copyOfRange(id, 1, id.length);
  }

  byte[] id() {
    return id;
  }

  boolean isShort() {
    return id[0] == SHORT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey
        && window == ((RowKey) other).window
        && bucket == ((RowKey) other).bucket
        && Arrays.equals(id, ((RowKey) other).id);
  }

  @Override
  public int hashCode() {
    return Objects.hash(window, bucket, Arrays.hashCode(id));
  }
}
