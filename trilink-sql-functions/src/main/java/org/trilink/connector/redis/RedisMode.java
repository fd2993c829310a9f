/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import org.apache.flink.annotation.PublicEvolving;

/** How the servers of a table go together. */
@PublicEvolving
public enum RedisMode {
  /** One server. */
  STANDALONE("standalone"),
  /** One master, found by asking the sentinels, which name another one when it is gone. */
  SENTINEL("sentinel"),
  /** Redis Cluster: the keys are spread over the masters. */
  CLUSTER("cluster");

  private final String word;

  RedisMode(String word) {
    this.word = word;
  }

  /** As a table's options spell it. */
  @Override
  public String toString() {
    return word;
  }
}
