/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;

/** When the time begins after which a Redis key expires. */
@PublicEvolving
public enum RedisTtlStart {
  /** Anew with each write. */
  EVERY_WRITE,
  /** When the key is created; a key that has an expiry keeps it. */
  NEW_KEY;

  /** As a table's options spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
