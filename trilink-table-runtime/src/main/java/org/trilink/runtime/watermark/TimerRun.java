/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.util.function.BiConsumerWithException;

/**
 * A run of consecutive timers of one key, sorted by time. Most keys have few timers, and one run
 * holds them all. A run that becomes too long is split. Operators that have no namespaces, or one
 * timer a key, need no array for them.
 */
final class TimerRun<N> {

  /** The most timers of a run that is written as a whole with each change. */
  static final int MAX_SIZE = 64;

  /** The most timers of a run that stays an object: a later one has to be moved in memory only. */
  static final int MAX_SIZE_OF_OBJECTS = 1024;

  /** The value of {@link #limit} if there are no later runs. No later run begins at this time. */
  static final long NO_LIMIT = Long.MIN_VALUE;

  private static final int MIN_CAPACITY = 2;

  /** In bytes: a run without its timers, a reference to a namespace, and a namespace. */
  private static final int RUN = 72;

  private static final int REFERENCE = 4;
  private static final int NAMESPACE = 32;

  /** In the key's earliest run: timers from this time on, in ms, are in later runs. */
  long limit = NO_LIMIT;

  private long[] times;

  /** The timers' namespaces; null while all of them are {@link #onlyNamespace}. */
  @Nullable private Object[] namespaces;

  /** The namespace of all timers; not used once there are {@link #namespaces}. */
  @Nullable private N onlyNamespace;

  /** The timers are at [from, to). */
  private int from;

  private int to;

  TimerRun() {
    this(0);
  }

  /**
   * An empty run.
   *
   * @param capacity the expected number of timers
   */
  TimerRun(int capacity) {
    times = new long[Math.max(capacity, MIN_CAPACITY)];
  }

  int size() {
    return to - from;
  }

  /** The estimated size of the run on the heap, in bytes. */
  int bytes() {
    return RUN
        + times.length * Long.BYTES
        + (namespaces == null ? NAMESPACE : namespaces.length * REFERENCE + size() * NAMESPACE);
  }

  boolean isEmpty() {
    return from == to;
  }

  boolean isLongerThan(int timers) {
    return size() > timers;
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
    }
    times[index] = time;
    insertNamespace(namespace, index);
    to++;
    return true;
  }

  private void insertNamespace(N namespace, int index) {
    if (namespaces == null) {
      if (isEmpty() || namespace.equals(onlyNamespace)) {
        onlyNamespace = namespace;
        return;
      }
      namespaces = new Object[times.length];
      Arrays.fill(namespaces, from, to, onlyNamespace);
      onlyNamespace = null;
    }
    System.arraycopy(namespaces, index, namespaces, index + 1, to - index);
    namespaces[index] = namespace;
  }

  /** Removes a timer if it is there. Returns whether it was. */
  boolean remove(long time, N namespace) {
    int index = find(time, namespace, endOf(time));
    if (index < 0) {
      return false;
    }
    System.arraycopy(times, from, times, from + 1, index - from);
    if (namespaces != null) {
      System.arraycopy(namespaces, from, namespaces, from + 1, index - from);
    }
    removeFirst();
    return true;
  }

  private void removeFirst() {
    if (namespaces != null) {
      namespaces[from] = null;
    }
    from++;
  }

  /** Takes the earliest timer if it is due by a time in ms; null if none is. */
  @Nullable
  KeyTimer<N> poll(long upTo) {
    if (isEmpty() || times[from] > upTo) {
      return null;
    }
    KeyTimer<N> due = new KeyTimer<>(times[from], namespaceAt(from));
    removeFirst();
    return due;
  }

  /**
   * Moves the later half of the timers to a new run, which is returned; null if all timers have the
   * same time.
   */
  @Nullable
  TimerRun<N> split() {
    int middle = (from + to) / 2;
    while (middle > from && times[middle - 1] == times[middle]) {
      middle--; // timers of the same time stay in one run
    }
    if (middle == from) {
      middle = endOf(times[from]);
    }
    if (middle == to) {
      return null;
    }
    TimerRun<N> later = new TimerRun<>(to - middle);
    later.to = to - middle;
    later.onlyNamespace = onlyNamespace;
    System.arraycopy(times, middle, later.times, 0, later.to);
    if (namespaces != null) {
      later.namespaces = new Object[later.times.length];
      System.arraycopy(namespaces, middle, later.namespaces, 0, later.to);
      Arrays.fill(namespaces, middle, to, null);
    }
    to = middle;
    return later;
  }

  /** Visits all timers in order. */
  <E extends Exception> void forEach(BiConsumerWithException<N, Long, E> consumer) throws E {
    for (int i = from; i < to; i++) {
      consumer.accept(namespaceAt(i), times[i]);
    }
  }

  /** The position after the last timer at or before the time. */
  private int endOf(long time) {
    if (isEmpty() || times[to - 1] <= time) {
      return to; // the most frequent case by far
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

  /** Position of a timer; negative if it is not there. */
  private int find(long time, N namespace, int end) {
    for (int i = end - 1; i >= from && times[i] == time; i--) {
      if (namespaceAt(i).equals(namespace)) {
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
    System.arraycopy(times, from, roomyTimes, 0, size);
    if (namespaces != null) {
      Object[] roomyNamespaces = capacity == times.length ? namespaces : new Object[capacity];
      System.arraycopy(namespaces, from, roomyNamespaces, 0, size);
      if (roomyNamespaces == namespaces) {
        Arrays.fill(namespaces, size, to, null);
      }
      namespaces = roomyNamespaces;
    }
    times = roomyTimes;
    from = 0;
    to = size;
  }

  @SuppressWarnings("unchecked")
  private N namespaceAt(int index) {
    return namespaces == null ? onlyNamespace : (N) namespaces[index];
  }
}
