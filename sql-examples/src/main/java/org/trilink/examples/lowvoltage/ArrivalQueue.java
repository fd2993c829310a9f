package org.trilink.examples.lowvoltage;

/**
 * The sensors by the arrival time of their next reading; of equal times, the lower sensor first. A
 * binary heap over primitives, because it is asked once for every row.
 */
final class ArrivalQueue {

  private final int[] sensors;
  private final long[] arrivals;
  private int size;

  ArrivalQueue(int capacity) {
    sensors = new int[capacity];
    arrivals = new long[capacity];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The sensor whose reading arrives next. The queue must not be empty. */
  int head() {
    return sensors[0];
  }

  void add(int sensor, long arrival) {
    int place = size++;
    while (place > 0) {
      int parent = (place - 1) / 2;
      if (!isBefore(arrival, sensor, parent)) {
        break;
      }
      copy(parent, place);
      place = parent;
    }
    set(place, sensor, arrival);
  }

  /** Moves the head back to where its next reading arrives. */
  void advanceHead(long arrival) {
    siftDown(sensors[0], arrival);
  }

  void removeHead() {
    size--;
    if (size > 0) {
      siftDown(sensors[size], arrivals[size]);
    }
  }

  private void siftDown(int sensor, long arrival) {
    int place = 0;
    for (int child = 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && isBefore(arrivals[child + 1], sensors[child + 1], child)) {
        child++;
      }
      if (isBefore(arrival, sensor, child)) {
        break;
      }
      copy(child, place);
      place = child;
    }
    set(place, sensor, arrival);
  }

  private boolean isBefore(long arrival, int sensor, int place) {
    return arrival != arrivals[place] ? arrival < arrivals[place] : sensor < sensors[place];
  }

  private void copy(int from, int to) {
    set(to, sensors[from], arrivals[from]);
  }

  private void set(int place, int sensor, long arrival) {
    sensors[place] = sensor;
    arrivals[place] = arrival;
  }
}
