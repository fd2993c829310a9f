/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.Comparator;
import javax.annotation.Nullable;

/**
 * A key and the beginning of one of its windows, or the like: what there is at most one row for.
 *
 * @param <K> the key's type
 * @param key null for records without one, a group of their own as in SQL
 * @param start epoch milliseconds, inclusive
 */
public record KeyAndStart<K extends Comparable<K>>(@Nullable K key, long start)
    implements Comparable<KeyAndStart<K>> {

  /** The window [start, start + size) that an event time, before 1970 or after, falls into. */
  public static <K extends Comparable<K>> KeyAndStart<K> ofWindow(
      @Nullable K key, long eventTimeMs, long sizeMs) {
    return new KeyAndStart<>(key, Math.floorDiv(eventTimeMs, sizeMs) * sizeMs);
  }

  @Override
  public int compareTo(KeyAndStart<K> other) {
    int byKey = Comparator.nullsFirst(Comparator.<K>naturalOrder()).compare(key, other.key);
    return byKey != 0 ? byKey : Long.compare(start, other.start);
  }
}
