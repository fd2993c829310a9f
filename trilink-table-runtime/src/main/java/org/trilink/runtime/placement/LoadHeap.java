/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

/**
 * Loads of some subtasks or key groups: finds the least loaded one in O(1), adds load in O(log n).
 * Among equals it finds the first.
 */
final class LoadHeap {

  private final long[] loads;

  /** A binary heap, the least loaded at the root. */
  private final int[] heap;

  /** The position of each item in the heap. */
  private final int[] positions;

  LoadHeap(int size) {
    loads = new long[size];
    heap = new int[size];
    positions = new int[size];
    for (int i = 0; i < size; i++) {
      heap[i] = i;
      positions[i] = i;
    }
  }

  int least() {
    return heap[0];
  }

  long load(int item) {
    return loads[item];
  }

  /** Adds 0 or more to a load. */
  void add(int item, long more) {
    loads[item] += more;
    int position = positions[item];
    for (int child = lesserChild(position);
        child < heap.length && isLess(heap[child], item);
        child = lesserChild(position)) {
      move(heap[child], position);
      position = child;
    }
    move(item, position);
  }

  private int lesserChild(int position) {
    int left = 2 * position + 1;
    int right = left + 1;
    return right < heap.length && isLess(heap[right], heap[left]) ? right : left;
  }

  private boolean isLess(int item, int other) {
    return loads[item] < loads[other] || (loads[item] == loads[other] && item < other);
  }

  private void move(int item, int position) {
    heap[position] = item;
    positions[item] = position;
  }
}
