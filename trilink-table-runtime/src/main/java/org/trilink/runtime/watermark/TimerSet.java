package org.trilink.runtime.watermark;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.util.function.BiConsumerWithException;

/** Timers of one key, sorted by time. To add or to remove one takes O(log n). */
final class TimerSet<N> {

  /** By time; a set of one is a singleton, which is by far the most frequent case. */
  private final TreeMap<Long, Set<N>> namespaces = new TreeMap<>();

  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Whether the timer was not there. */
  boolean add(KeyTimer<N> timer) {
    Set<N> sameTime = namespaces.get(timer.time());
    if (sameTime == null) {
      namespaces.put(timer.time(), Collections.singleton(timer.namespace()));
    } else if (sameTime.contains(timer.namespace())) {
      return false;
    } else if (sameTime.size() == 1) {
      Set<N> several = new LinkedHashSet<>(sameTime);
      several.add(timer.namespace());
      namespaces.put(timer.time(), several);
    } else {
      sameTime.add(timer.namespace());
    }
    size++;
    return true;
  }

  /** Whether the timer was there. */
  boolean remove(KeyTimer<N> timer) {
    Set<N> sameTime = namespaces.get(timer.time());
    if (sameTime == null || !sameTime.contains(timer.namespace())) {
      return false;
    }
    remove(timer.time(), sameTime, timer.namespace());
    return true;
  }

  private void remove(long time, Set<N> sameTime, N namespace) {
    if (sameTime.size() == 1) {
      namespaces.remove(time);
    } else {
      sameTime.remove(namespace);
      if (sameTime.size() == 1) {
        namespaces.put(time, Collections.singleton(sameTime.iterator().next()));
      }
    }
    size--;
  }

  /** Takes the earliest timer if it is due by the time; null if none is. */
  @Nullable
  KeyTimer<N> poll(long upTo) {
    Map.Entry<Long, Set<N>> first = namespaces.firstEntry();
    if (first == null || first.getKey() > upTo) {
      return null;
    }
    N namespace = first.getValue().iterator().next();
    remove(first.getKey(), first.getValue(), namespace);
    return new KeyTimer<>(first.getKey(), namespace);
  }

  /** Time of the earliest timer in ms, {@link KeyTime#NO_TIMER} if there is none. */
  long earliest() {
    return namespaces.isEmpty() ? KeyTime.NO_TIMER : namespaces.firstKey();
  }

  /** Shows all timers in order. */
  <E extends Exception> void forEach(BiConsumerWithException<N, Long, E> consumer) throws E {
    for (Map.Entry<Long, Set<N>> sameTime : namespaces.entrySet()) {
      for (N namespace : sameTime.getValue()) {
        consumer.accept(namespace, sameTime.getKey());
      }
    }
  }
}
