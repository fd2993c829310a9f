/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.Objects;

/** One event-time timer of a key. */
final class KeyTimer<N> {

  private final long time;
  private final N namespace;

  /**
   * @param time in ms
   */
  KeyTimer(long time, N namespace) {
    this.time = time;
    this.namespace = namespace;
  }

  long time() {
    return time;
  }

  N namespace() {
    return namespace;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyTimer
        && time == ((KeyTimer<?>) other).time
        && namespace.equals(((KeyTimer<?>) other).namespace);
  }

  @Override
  public int hashCode() {
    return Objects.hash(time, namespace);
  }

  @Override
  public String toString() {
    return time + " ms of " + namespace;
  }
}
