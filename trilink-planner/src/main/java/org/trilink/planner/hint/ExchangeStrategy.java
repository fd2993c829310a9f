/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/** How records reach the subtask of their key: the values of the option {@code exchange}. */
public enum ExchangeStrategy {
  /** All records cross the network, as in stock Flink. */
  SHUFFLE,
  /** Records are merged by key and time slot first, and only the merged ones cross the network. */
  LOCAL_MERGE,
  /** Nothing crosses the network: subtasks merge their increments in an external store. */
  GLOBAL_MERGE,
  /** Nothing crosses the network: the producer has already partitioned the topic by key. */
  AHEAD_KEYBY
}
