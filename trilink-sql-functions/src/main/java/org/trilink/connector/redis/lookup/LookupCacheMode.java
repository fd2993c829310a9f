/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;

/** How much of a table a lookup caches. */
@PublicEvolving
public enum LookupCacheMode {
  /** Nothing: every lookup asks Redis. */
  NONE,
  /** The rows of keys that were looked up, including empty results. */
  PARTIAL,
  /** The whole table, read at the start and, if wanted, at intervals. */
  FULL;

  /** As a table's options spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
