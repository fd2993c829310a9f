/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/** When a key's latest record arrived, and when the key is checked next. Processing time in ms. */
public final class KeyActivity {

  long lastSeen;

  /** Time of the key's one timer. */
  long nextCheck;

  public KeyActivity(long lastSeen, long nextCheck) {
    this.lastSeen = lastSeen;
    this.nextCheck = nextCheck;
  }

  public long lastSeen() {
    return lastSeen;
  }

  public long nextCheck() {
    return nextCheck;
  }

  public KeyActivity copy() {
    return new KeyActivity(lastSeen, nextCheck);
  }
}
