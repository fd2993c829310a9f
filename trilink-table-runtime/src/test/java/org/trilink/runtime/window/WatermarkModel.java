/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/**
 * The effective watermarks of keys, directly from the definition: the first N keys of a key group
 * share one, the next N another. Groups that the bound has passed are removed whenever the bound
 * has advanced by a second; their keys then join new groups.
 */
final class WatermarkModel {

  private final KeyWatermarkPolicy policy;
  private final Predicate<String> hasOpenWindows;
  private final List<Group> groups = new ArrayList<>();
  private final Map<Integer, Group> latestOfKeyGroup = new HashMap<>();
  private long floor = Long.MIN_VALUE;
  private long bound = Long.MIN_VALUE;
  private long nextSweep = Long.MIN_VALUE;

  WatermarkModel(KeyWatermarkPolicy policy, Predicate<String> hasOpenWindows) {
    this.policy = policy;
    this.hasOpenWindows = hasOpenWindows;
  }

  long bound() {
    return bound;
  }

  long of(String key) {
    return groups.stream()
        .filter(group -> group.keys.contains(key))
        .mapToLong(group -> Math.max(reached(group), bound))
        .findFirst()
        .orElse(bound);
  }

  private long reached(Group group) {
    return policy.hasFloor() ? Math.min(group.watermark, floor) : group.watermark;
  }

  void join(String key) {
    if (groups.stream().anyMatch(group -> group.keys.contains(key))) {
      return;
    }
    int keyGroup = WindowHarness.keyGroupOf(key);
    Group latest = latestOfKeyGroup.get(keyGroup);
    if (latest == null || latest.keys.size() == policy.keysPerGroup()) {
      latest = new Group();
      groups.add(latest);
      latestOfKeyGroup.put(keyGroup, latest);
    }
    latest.keys.add(key);
  }

  /** A key that has not joined a group does not advance any watermark. */
  void advance(String key, long watermark) {
    for (Group group : groups) {
      if (group.keys.contains(key)) {
        group.watermark = Math.max(group.watermark, watermark);
      }
    }
  }

  void advanceSubtask(long watermark) {
    floor = watermark;
    long newBound = policy.lowerBound(watermark);
    if (newBound <= bound) {
      return;
    }
    bound = newBound;
    if (bound >= nextSweep) {
      groups.removeIf(this::isOver);
      latestOfKeyGroup.values().removeIf(group -> !groups.contains(group));
      nextSweep = bound + 1000;
    }
  }

  private boolean isOver(Group group) {
    return group.watermark <= bound && group.keys.stream().noneMatch(hasOpenWindows);
  }

  private static final class Group {

    private final Set<String> keys = new HashSet<>();
    private long watermark = Long.MIN_VALUE;
  }
}
