/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.Arrays;
import java.util.PriorityQueue;
import javax.annotation.Nullable;

/** Keys of one key group that share a watermark. */
public final class WatermarkGroup<K> {

  private static final int[] NO_MEMBERS = {};

  /** Max event time of the first input's records less the delay, in ms. */
  private long first = Long.MIN_VALUE;

  /**
   * Max event time of the second input's records less the delay, in ms, or {@link
   * EventTime#NO_SECOND_INPUT}.
   */
  private long second;

  /** As {@link KeyProgress#fired}, of the keys of the group. */
  long fired = KeyProgress.IN_ORDER;

  private final int keyGroup;

  /** Hashes of the keys. Keys with the same hash are one member: they share a watermark, too. */
  private int[] members;

  private int size;

  /** When keys must be visited. An outdated entry only leads to a visit without effect. */
  private final PriorityQueue<ScheduledKey<K>> scheduled = new PriorityQueue<>(1);

  /**
   * @param inputs 1 or 2
   */
  WatermarkGroup(int inputs, int keyGroup) {
    this.second = EventTime.startOfSecond(inputs);
    this.keyGroup = keyGroup;
    this.members = NO_MEMBERS;
  }

  /** A group as it was in a snapshot; the array is not copied. */
  WatermarkGroup(int keyGroup, long first, long second, long fired, int[] members) {
    this.first = first;
    this.second = second;
    this.fired = fired;
    this.keyGroup = keyGroup;
    this.members = members;
    this.size = members.length;
  }

  // ------------------------------------------------------------------------------ event time

  /** The watermark in ms: no more records at or before it are expected. */
  public long watermark() {
    return EventTime.watermark(first, second);
  }

  /** The maximum over the inputs, in ms. */
  long latest() {
    return EventTime.latest(first, second);
  }

  /** Max event time of the first input's records less the delay, in ms. */
  long first() {
    return first;
  }

  /**
   * Max event time of the second input's records less the delay, in ms, or {@link
   * EventTime#NO_SECOND_INPUT}.
   */
  long second() {
    return second;
  }

  /**
   * Advances the event time of an input; it never moves back.
   *
   * @param input 1 or 2
   * @param watermark in ms
   * @return whether it has advanced
   */
  public boolean advance(int input, long watermark) {
    if (watermark <= (input == 1 ? first : second)) {
      return false;
    }
    if (input == 1) {
      first = watermark;
    } else {
      second = watermark;
    }
    return true;
  }

  // --------------------------------------------------------------------------------- members

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

  // ------------------------------------------------------------------------------ what is due

  /** Schedules a visit of a key for when the watermark reaches a time in ms. */
  public void schedule(K key, long time) {
    scheduled.add(new ScheduledKey<>(time, key));
  }

  /**
   * Removes and returns a key that must be visited by a time in ms, the earliest first; null if
   * there is none.
   */
  @Nullable
  K poll(long upTo) {
    ScheduledKey<K> earliest = scheduled.peek();
    if (earliest == null || earliest.time > upTo) {
      return null;
    }
    scheduled.remove();
    // a key that was scheduled twice for the same time has two entries, next to each other
    while (earliest.equals(scheduled.peek())) {
      scheduled.remove();
    }
    return earliest.key;
  }

  boolean hasScheduledKeys() {
    return !scheduled.isEmpty();
  }

  private static final class ScheduledKey<K> implements Comparable<ScheduledKey<K>> {

    private final long time;
    private final K key;

    private ScheduledKey(long time, K key) {
      this.time = time;
      this.key = key;
    }

    @Override
    public int compareTo(ScheduledKey<K> other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Integer.compare(key.hashCode(), other.key.hashCode());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ScheduledKey
          && time == ((ScheduledKey<?>) other).time
          && key.equals(((ScheduledKey<?>) other).key);
    }

    @Override
    public int hashCode() {
      return 31 * key.hashCode() + Long.hashCode(time);
    }
  }
}
