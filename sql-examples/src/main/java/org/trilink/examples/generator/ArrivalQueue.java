/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.generator;

/**
 * The keys by the arrival time of their next record; of equal times, the lower key first. A binary
 * heap over primitives, because it is asked once for every row.
 */
public final class ArrivalQueue {

  private final int[] keys;
  private final long[] arrivals;
  private int size;

  /**
   * An empty one.
   *
   * @param capacity how many keys there are at most, those below it
   */
  public ArrivalQueue(int capacity) {
    keys = new int[capacity];
    arrivals = new long[capacity];
  }

  /** Whether no key has a record left. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The key whose record arrives next. The queue must not be empty. */
  public int head() {
    return keys[0];
  }

  /** Puts a key in that is not in it. */
  public void add(int key, long arrival) {
    int place = size++;
    while (place > 0) {
      int parent = (place - 1) / 2;
      if (!isBefore(arrival, key, parent)) {
        break;
      }
      copy(parent, place);
      place = parent;
    }
    set(place, key, arrival);
  }

  /** Moves the head back to where its next record arrives. */
  public void advanceHead(long arrival) {
    siftDown(keys[0], arrival);
  }

  /** Takes the head out, which has no record left. */
  public void removeHead() {
    size--;
    if (size > 0) {
      siftDown(keys[size], arrivals[size]);
    }
  }

  private void siftDown(int key, long arrival) {
    int place = 0;
    for (int child = 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && isBefore(arrivals[child + 1], keys[child + 1], child)) {
        child++;
      }
      if (isBefore(arrival, key, child)) {
        break;
      }
      copy(child, place);
      place = child;
    }
    set(place, key, arrival);
  }

  private boolean isBefore(long arrival, int key, int place) {
    return arrival != arrivals[place] ? arrival < arrivals[place] : key < keys[place];
  }

  private void copy(int from, int to) {
    set(to, keys[from], arrivals[from]);
  }

  private void set(int place, int key, long arrival) {
    keys[place] = key;
    arrivals[place] = arrival;
  }
}
