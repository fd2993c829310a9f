/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Says to which subtask a key goes, by putting it into a <i>key group</i>: {@code 'partition'} in a
 * TRILINK hint is one of the built-in strategies, or the name of a class that implements this
 * interface, has a public constructor without parameters, has only serializable and transient
 * fields, and is in a jar of the job:
 *
 * <pre>{@code
 * public class ByDistrict implements KeyPlacementStrategy {
 *
 *   public void open(RowType keyType) {
 *     if (keyType.getTypeAt(0).getTypeRoot() != LogicalTypeRoot.INTEGER) {
 *       throw new IllegalArgumentException("the first key column is no district number");
 *     }
 *   }
 *
 *   public int keyGroup(RowData key, int maxParallelism) {
 *     return key.isNullAt(0) ? 0 : Math.floorMod(key.getInt(0), maxParallelism);
 *   }
 * }
 * }</pre>
 *
 * <p>Flink spreads an operator's key groups over its subtasks in ranges: of M = {@code
 * maxParallelism} groups and n subtasks, subtask i gets the groups from i * M / n (rounded up) to
 * (i + 1) * M / n (exclusive). State, timers, checkpoints and rescaling go by key groups as always;
 * so a strategy works with all of them.
 *
 * <p><b>Contract.</b> The group is a function of the key, of {@code maxParallelism} and of settings
 * that are fixed in the class: not of the current parallelism, of time, of chance, or of keys seen
 * before. It is computed independently before and behind the network shuffle, and after each
 * restart; two different groups for one key would split its state. An instance is used by one
 * thread at a time. It is called where a query is planned and in tasks, never in the JobManager:
 * one that is slow slows down its task.
 */
@PublicEvolving
public interface KeyPlacementStrategy extends Serializable {

  /**
   * Called before the first key: when the query is planned, and again on every subtask after the
   * instance was serialized to it.
   *
   * @param keyType the types and names of the key's columns, in the order of the keys in {@code
   *     hash[...]} of the plan's exchange
   * @throws IllegalArgumentException if the strategy can't place such keys. When thrown at
   *     planning, the exchange stays Flink's, and EXPLAIN shows the message as the reason; it
   *     should be a plain clause such as "the key is not one integer column".
   */
  default void open(RowType keyType) {}

  /**
   * The key group of a key. Called for every record, so it should be fast.
   *
   * @param key the key's columns, any of which may be null; reused by the caller, so not to be kept
   *     or changed. Its {@code hashCode()} depends on the columns' values alone and is well mixed.
   * @param maxParallelism the number of key groups, 1 to 32768; always the same for one instance
   * @return the group, 0 to {@code maxParallelism - 1}; anything else fails the job
   */
  int keyGroup(RowData key, int maxParallelism);
}
