/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.shaded.netty4.io.netty.util.collection.IntObjectHashMap;

/**
 * The groups of N keys that share a watermark (the paper's section 4.1), of one subtask.
 *
 * <p>The first N keys of a key group form a group, the next N another. So the keys of a group stay
 * together when the job is rescaled. A group is removed once the bound of all keys has passed its
 * watermark. In addition to the watermark it takes some 16 bytes per key: the key's hash, twice.
 */
public final class WatermarkGroups<K> {

  /** Why keys cannot be handed over. */
  public static final String KEYS_STAY_TOGETHER =
      "keys share watermarks, as 'watermark.keys-per-group' is greater than 1";

  /** Key group, watermark of the first and of the second input, what was fired, members. */
  private static final TypeInformation<Tuple5<Integer, Long, Long, Long, int[]>> STATE_TYPE =
      Types.TUPLE(
          Types.INT,
          Types.LONG,
          Types.LONG,
          Types.LONG,
          PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO);

  private static final long SWEEP_INTERVAL = 1000;

  /** Three times, and references. */
  private static final long GROUP_BYTES = 56;

  /** The key's hash in its group, and in the map to it. */
  private static final long MEMBER_BYTES = 16;

  private final int keysPerGroup;
  private final boolean hasFloor;
  private final int inputs;
  private final int maxParallelism;
  private final KeyGroupRange keyGroups;
  private final ListState<Tuple5<Integer, Long, Long, Long, int[]>> state;

  private final IntObjectHashMap<WatermarkGroup<K>> byKeyHash = new IntObjectHashMap<>();
  private final List<WatermarkGroup<K>> groups = new ArrayList<>();

  /** By key group: the group that can take more keys. */
  private final WatermarkGroup<K>[] open;

  /** The input that has ended while the other one goes on, 1 or 2; 0 for none. */
  private int ended;

  /** The bound in ms at which all groups are checked next. */
  private long nextSweep = Long.MIN_VALUE;

  @SuppressWarnings("unchecked") // an array of a generic type
  private WatermarkGroups(
      KeyWatermarkPolicy policy,
      int inputs,
      TaskInfo task,
      ListState<Tuple5<Integer, Long, Long, Long, int[]>> state) {
    this.keysPerGroup = policy.keysPerGroup();
    this.hasFloor = policy.hasFloor();
    this.inputs = inputs;
    this.maxParallelism = task.getMaxNumberOfParallelSubtasks();
    this.keyGroups =
        KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
            maxParallelism, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
    this.state = state;
    this.open = (WatermarkGroup<K>[]) new WatermarkGroup<?>[keyGroups.getNumberOfKeyGroups()];
  }

  /**
   * A subtask's groups, restored if there is a state.
   *
   * @param inputs 1 or 2
   * @return null if every key has a watermark of its own
   */
  @Nullable
  public static <K> WatermarkGroups<K> of(
      KeyWatermarkPolicy policy, int inputs, TaskInfo task, OperatorStateStore store)
      throws Exception {
    ListState<Tuple5<Integer, Long, Long, Long, int[]>> state =
        store.getUnionListState(new ListStateDescriptor<>("trilink-watermark-groups", STATE_TYPE));
    if (policy.keysPerGroup() == 1) {
      if (state.get().iterator().hasNext()) {
        throw new IllegalStateException(
            "The state to restore has watermarks that several keys share, so the keys cannot get"
                + " one each: keep 'watermark.keys-per-group' greater than 1, or start without the"
                + " savepoint.");
      }
      return null;
    }
    WatermarkGroups<K> groups = new WatermarkGroups<>(policy, inputs, task, state);
    for (Tuple5<Integer, Long, Long, Long, int[]> group : state.get()) {
      if (groups.keyGroups.contains(group.f0)) {
        groups.add(new WatermarkGroup<>(group.f0, group.f1, group.f2, group.f3, group.f4));
      }
    }
    return groups;
  }

  /** The error if one of several keys that share a watermark is to be moved. */
  public static UnsupportedOperationException cannotMove() {
    return new UnsupportedOperationException(
        "Keys that share a watermark cannot be moved one by one: set 'watermark.keys-per-group' to"
            + " 1, or 'partition.monitor' to 'off', so that keys stay where they are.");
  }

  /** A key's group, null if it is in none. */
  @Nullable
  public WatermarkGroup<K> find(K key) {
    return byKeyHash.get(key.hashCode());
  }

  /** A key's group; the key becomes a member of one if it is not. */
  public WatermarkGroup<K> join(K key) {
    WatermarkGroup<K> group = find(key);
    if (group != null) {
      return group;
    }
    int hash = key.hashCode();
    int keyGroup = KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, maxParallelism);
    group = open[keyGroup - keyGroups.getStartKeyGroup()];
    if (group == null) {
      group = newGroup(keyGroup);
      add(group);
    }
    group.add(hash);
    byKeyHash.put(hash, group);
    closeIfFull(group);
    return group;
  }

  private WatermarkGroup<K> newGroup(int keyGroup) {
    WatermarkGroup<K> group = new WatermarkGroup<>(inputs, keyGroup);
    if (hasFloor) {
      group.fired = Long.MIN_VALUE;
    }
    if (ended > 0) {
      group.advance(ended, EventTime.ENDED);
    }
    return group;
  }

  /** An input, 1 or 2, has ended; it holds back none of the groups that are made from now on. */
  void end(int input) {
    ended = input;
  }

  private void add(WatermarkGroup<K> group) {
    groups.add(group);
    for (int member : group.members()) {
      byKeyHash.put(member, group);
    }
    if (group.size() < keysPerGroup) {
      open[group.keyGroup() - keyGroups.getStartKeyGroup()] = group;
    }
  }

  private void closeIfFull(WatermarkGroup<K> group) {
    int index = group.keyGroup() - keyGroups.getStartKeyGroup();
    if (open[index] == group && group.size() >= keysPerGroup) {
      open[index] = null;
    }
  }

  /**
   * Whether the bound has advanced far enough, by a second or to the end of the input, that it is
   * worthwhile to check all groups.
   */
  public boolean isSweepDue(long bound) {
    return bound >= nextSweep;
  }

  /** Removes the groups whose watermark the bound has passed. */
  public void forgetBehind(long bound, KeyTimeMetrics metrics) {
    groups.removeIf(
        group -> {
          boolean isOver = group.latest() <= bound && !group.hasScheduledKeys();
          if (isOver) {
            forget(group);
            metrics.groupForgotten(group);
          }
          return isOver;
        });
    nextSweep = bound > Long.MAX_VALUE - SWEEP_INTERVAL ? Long.MAX_VALUE : bound + SWEEP_INTERVAL;
  }

  private void forget(WatermarkGroup<K> group) {
    for (int member : group.members()) {
      byKeyHash.remove(member);
    }
    int index = group.keyGroup() - keyGroups.getStartKeyGroup();
    if (open[index] == group) {
      open[index] = null;
    }
  }

  /** All groups. */
  public Collection<WatermarkGroup<K>> groups() {
    return groups;
  }

  /** The estimated size of the groups, in bytes; may be called from another thread. */
  long estimateBytes() {
    return groups.size() * GROUP_BYTES + byKeyHash.size() * MEMBER_BYTES;
  }

  /** Writes everything to the operator state. */
  public void snapshot() throws Exception {
    List<Tuple5<Integer, Long, Long, Long, int[]>> entries = new ArrayList<>(groups.size());
    for (WatermarkGroup<K> group : groups) {
      entries.add(
          Tuple5.of(group.keyGroup(), group.first(), group.second(), group.fired, group.members()));
    }
    state.update(entries);
  }
}
