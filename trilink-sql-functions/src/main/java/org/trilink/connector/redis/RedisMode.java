/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;

/** How the servers of a table go together. */
@PublicEvolving
public enum RedisMode {
  /** One server. */
  STANDALONE,
  /** One master, found by asking the sentinels, which name another one when it is gone. */
  SENTINEL,
  /** Redis Cluster: the keys are spread over the masters. */
  CLUSTER;

  /** As a table's options spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
