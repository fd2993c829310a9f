/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.util.function.BiConsumerWithException;

/**
 * Timers of one key that follow each other, by time. Most keys have few timers, so that one run
 * holds them all; one that has become too long is split.
 */
final class TimerRun<N> {

  static final int MAX_SIZE = 64;

  /** As a {@link #limit}: there are no later runs. No later run begins there. */
  static final long NO_LIMIT = Long.MIN_VALUE;

  private static final int MIN_CAPACITY = 2;

  /** In bytes: a run without its timers, what refers to a namespace, and a namespace. */
  private static final int RUN = 72;

  private static final int REFERENCE = 4;
  private static final int NAMESPACE = 32;

  /** Of the key's earliest run: timers from this time on, in ms, are in later ones. */
  long limit = NO_LIMIT;

  private long[] times;
  private Object[] namespaces;

  /** The timers are at [from, to). */
  private int from;

  private int to;

  TimerRun() {
    this(0);
  }

  /**
   * An empty run.
   *
   * @param capacity the number of timers to come
   */
  TimerRun(int capacity) {
    times = new long[Math.max(capacity, MIN_CAPACITY)];
    namespaces = new Object[times.length];
  }

  int size() {
    return to - from;
  }

  /** What it takes on the heap, by estimate. */
  int bytes() {
    return RUN + times.length * (Long.BYTES + REFERENCE) + size() * NAMESPACE;
  }

  boolean isEmpty() {
    return from == to;
  }

  boolean isTooLong() {
    return size() > MAX_SIZE;
  }

  /** Whether a timer of this time, in ms, belongs to this run and not to a later one. */
  boolean reaches(long time) {
    return time < limit || limit == NO_LIMIT;
  }

  /** Time of the earliest timer in ms; there must be one. */
  long earliest() {
    return times[from];
  }

  /** Adds a timer unless it is there. Returns whether it was not. */
  boolean add(long time, N namespace) {
    int index = endOf(time);
    if (find(time, namespace, index) >= 0) {
      return false;
    }
    if (to == times.length) {
      index -= from;
      makeRoom();
    }
    if (index < to) {
      System.arraycopy(times, index, times, index + 1, to - index);
      System.arraycopy(namespaces, index, namespaces, index + 1, to - index);
    }
    times[index] = time;
    namespaces[index] = namespace;
    to++;
    return true;
  }

  /** Removes a timer if it is there. Returns whether it was. */
  boolean remove(long time, N namespace) {
    int index = find(time, namespace, endOf(time));
    if (index < 0) {
      return false;
    }
    System.arraycopy(times, from, times, from + 1, index - from);
    System.arraycopy(namespaces, from, namespaces, from + 1, index - from);
    namespaces[from++] = null;
    return true;
  }

  /** Takes the earliest timer if it is due by a time in ms; null if none is. */
  @Nullable
  KeyTimer<N> poll(long upTo) {
    if (isEmpty() || times[from] > upTo) {
      return null;
    }
    KeyTimer<N> due = new KeyTimer<>(times[from], namespaceAt(from));
    namespaces[from++] = null;
    return due;
  }

  /** Takes the later half out into a run of its own; null if all timers have one time. */
  @Nullable
  TimerRun<N> split() {
    int middle = (from + to) / 2;
    while (middle > from && times[middle - 1] == times[middle]) {
      middle--; // no two runs share a time
    }
    if (middle == from) {
      middle = endOf(times[from]);
    }
    if (middle == to) {
      return null;
    }
    TimerRun<N> later = new TimerRun<>(Math.max(to - middle, MAX_SIZE));
    later.to = to - middle;
    System.arraycopy(times, middle, later.times, 0, later.to);
    System.arraycopy(namespaces, middle, later.namespaces, 0, later.to);
    Arrays.fill(namespaces, middle, to, null);
    to = middle;
    return later;
  }

  /** Shows all timers in order. */
  <E extends Exception> void forEach(BiConsumerWithException<N, Long, E> consumer) throws E {
    for (int i = from; i < to; i++) {
      consumer.accept(namespaceAt(i), times[i]);
    }
  }

  /** Behind the last timer that is not after the time. */
  private int endOf(long time) {
    if (isEmpty() || times[to - 1] <= time) {
      return to; // by far the most frequent, as time goes on
    }
    int low = from;
    int high = to - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Where a timer is; negative if it is not there. */
  private int find(long time, N namespace, int end) {
    for (int i = end - 1; i >= from && times[i] == time; i--) {
      if (namespaces[i].equals(namespace)) {
        return i;
      }
    }
    return -1;
  }

  /** Moves the timers to the start, into larger arrays unless half of these is free. */
  private void makeRoom() {
    int size = size();
    int capacity = size > times.length / 2 ? 2 * times.length : times.length;
    long[] roomyTimes = capacity == times.length ? times : new long[capacity];
    Object[] roomyNamespaces = capacity == times.length ? namespaces : new Object[capacity];
    System.arraycopy(times, from, roomyTimes, 0, size);
    System.arraycopy(namespaces, from, roomyNamespaces, 0, size);
    if (roomyNamespaces == namespaces) {
      Arrays.fill(namespaces, size, to, null);
    }
    times = roomyTimes;
    namespaces = roomyNamespaces;
    from = 0;
    to = size;
  }

  @SuppressWarnings("unchecked")
  private N namespaceAt(int index) {
    return (N) namespaces[index];
  }
}
