/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.Arrays;
import java.util.PriorityQueue;
import javax.annotation.Nullable;

/** Keys of one key group that share a watermark. */
public final class WatermarkGroup<K> extends EventTime {

  private static final int[] NO_MEMBERS = {};

  private final int keyGroup;

  /** Hashes of the keys. Keys with the same hash are one member: they share a watermark, too. */
  private int[] members;

  private int size;

  /** When the keys must be looked after; may hold rings that are out of date. */
  private final PriorityQueue<Ring<K>> rings = new PriorityQueue<>(1);

  WatermarkGroup(int inputs, int keyGroup) {
    super(inputs);
    this.keyGroup = keyGroup;
    this.members = NO_MEMBERS;
  }

  /** A group as it was in a snapshot; takes the array over. */
  WatermarkGroup(int keyGroup, long first, long second, int[] members) {
    this.first = first;
    this.second = second;
    this.keyGroup = keyGroup;
    this.members = members;
    this.size = members.length;
  }

  int keyGroup() {
    return keyGroup;
  }

  int size() {
    return size;
  }

  int[] members() {
    return Arrays.copyOf(members, size);
  }

  void add(int member) {
    if (size == members.length) {
      members = Arrays.copyOf(members, Math.max(4, 2 * size));
    }
    members[size++] = member;
  }

  /** A key must be looked after once the watermark reaches a time in ms. */
  public void ring(K key, long time) {
    rings.add(new Ring<>(time, key));
  }

  /** Takes a key that must be looked after by a time in ms; null if there is none. */
  @Nullable
  public K poll(long upTo) {
    Ring<K> earliest = rings.peek();
    if (earliest == null || earliest.time > upTo) {
      return null;
    }
    rings.remove();
    // a key whose rings were both put off now has two of the same time, side by side
    while (earliest.equals(rings.peek())) {
      rings.remove();
    }
    return earliest.key;
  }

  boolean hasRings() {
    return !rings.isEmpty();
  }

  private static final class Ring<K> implements Comparable<Ring<K>> {

    private final long time;
    private final K key;

    private Ring(long time, K key) {
      this.time = time;
      this.key = key;
    }

    @Override
    public int compareTo(Ring<K> other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Integer.compare(key.hashCode(), other.key.hashCode());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Ring
          && time == ((Ring<?>) other).time
          && key.equals(((Ring<?>) other).key);
    }

    @Override
    public int hashCode() {
      return 31 * key.hashCode() + Long.hashCode(time);
    }
  }
}
