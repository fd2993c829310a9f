/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.Arrays;
import javax.annotation.Nullable;

/** Where rows lie: a Redis key, and in it a field or member if the join tells which. */
final class LookupAddress {

  private final byte[] key;
  @Nullable private final byte[] element;

  private LookupAddress(byte[] key, @Nullable byte[] element) {
    this.key = key;
    this.element = element;
  }

  /** All of a key. */
  static LookupAddress of(byte[] key) {
    return new LookupAddress(key, null);
  }

  /** One field of a hash, or one member of a set. */
  static LookupAddress of(byte[] key, byte[] element) {
    return new LookupAddress(key, element);
  }

  byte[] key() {
    return key;
  }

  /** Returns the field or member in the key; null for all of the key. */
  @Nullable
  byte[] element() {
    return element;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof LookupAddress)) {
      return false;
    }
    LookupAddress that = (LookupAddress) other;
    return Arrays.equals(key, that.key) && Arrays.equals(element, that.element);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + Arrays.hashCode(element);
  }
}
