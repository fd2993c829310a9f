/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How coarse watermarks may be: what is lost when N keys share one, for N = 1, 10, 100 and so on.
 * The first N keys of a key group share one, then the next N, as in the runtime.
 */
public final class LossByGrain {

  private static final int STEP = 10;

  private final int keysPerGroup;
  private final int keys;
  private final int groups;
  private final LateRecords late;

  private LossByGrain(int keysPerGroup, int keys, int groups, LateRecords late) {
    this.keysPerGroup = keysPerGroup;
    this.keys = keys;
    this.groups = groups;
    this.late = late;
  }

  /**
   * Measures all grains, the finest first, up to that with which all keys of a key group share one
   * watermark.
   *
   * @param keyGroups of the keys
   * @param delay of the keys' and the groups' watermarks, in ms
   * @param delayOfFloor that of Flink's watermark, in ms, which is always the floor of groups
   * @param ofKeysHasFloor whether it is also that of keys with a watermark each
   */
  public static List<LossByGrain> of(
      SampledRecords records,
      Deadline deadline,
      long delay,
      long delayOfFloor,
      boolean ofKeysHasFloor,
      int[] keyGroups) {
    List<LossByGrain> grains = new ArrayList<>();
    int most = mostKeysOfAGroup(keyGroups);
    int keysPerGroup = 1;
    do {
      int[] groups = groups(keyGroups, keysPerGroup);
      grains.add(
          new LossByGrain(
              keysPerGroup,
              keyGroups.length,
              (int) IntStream.of(groups).distinct().count(),
              keysPerGroup > 1 || ofKeysHasFloor
                  ? LateRecords.byGroupWithFloor(records, deadline, delay, delayOfFloor, groups)
                  : LateRecords.byGroup(records, deadline, delay, LateRecords.UNBOUNDED, groups)));
      keysPerGroup *= STEP;
    } while (keysPerGroup < most * STEP);
    return grains;
  }

  /** The number of each key's watermark group: N keys of a key group share one, then the next N. */
  private static int[] groups(int[] keyGroups, int keysPerGroup) {
    int[] groups = new int[keyGroups.length];
    int[] members = new int[keyGroups.length];
    Map<Integer, Integer> open = new HashMap<>(); // by key group
    int count = 0;
    for (int key = 0; key < keyGroups.length; key++) {
      Integer group = open.get(keyGroups[key]);
      if (group == null || members[group] == keysPerGroup) {
        group = count++;
        open.put(keyGroups[key], group);
      }
      groups[key] = group;
      members[group]++;
    }
    return groups;
  }

  private static int mostKeysOfAGroup(int[] keyGroups) {
    Map<Integer, Integer> keys = new HashMap<>();
    int most = 1;
    for (int keyGroup : keyGroups) {
      most = Math.max(most, keys.merge(keyGroup, 1, Integer::sum));
    }
    return most;
  }

  /** How many keys share a watermark. */
  public int keysPerGroup() {
    return keysPerGroup;
  }

  /** How many watermarks the state then has. */
  public int groups() {
    return groups;
  }

  /**
   * Whether groups have at least half of their keys in the sample. If not, more keys that share
   * these watermarks may come, of which it says nothing.
   */
  public boolean isHalfFull() {
    return 2L * keys >= (long) keysPerGroup * groups;
  }

  public LateRecords late() {
    return late;
  }
}
