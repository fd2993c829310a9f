/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import javax.annotation.Nullable;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * A cache of objects in front of a state backend that serializes them: which entries there are,
 * what they take of the operator's memory, and which are to be evicted, by CLOCK ({@link
 * EvictionClock}). How entries are found, and written back when they are evicted, is up to its
 * owner.
 *
 * @param <E> entries of the cache
 */
public final class ObjectCache<E extends ObjectCache.Entry> {

  /** The data that the cache has on an entry. */
  public abstract static class Entry extends EvictionClock.Entry {

    /** The estimated size, in bytes; 0 if it is not in the cache. */
    private long bytes;
  }

  private final EvictionClock<E> clock = new EvictionClock<>();
  private final OperatorMemory memory;
  private final int maxEntries;
  private boolean hasAll;

  /**
   * Creates an empty cache.
   *
   * @param memory that entries may take
   * @param maxEntries how many there may be
   * @param hasAll whether the backend has nothing yet
   */
  public ObjectCache(OperatorMemory memory, int maxEntries, boolean hasAll) {
    this.memory = memory;
    this.maxEntries = maxEntries;
    this.hasAll = hasAll;
  }

  /**
   * Registers the metrics of a cache of keys.
   *
   * @param misses how often the backend was to be read for a key
   * @param keys how many there are in the cache
   */
  public static void register(
      MetricGroup ofOperator, Counter misses, Gauge<Long> keys, OperatorMemory memory) {
    ofOperator.counter("keyCacheMisses", misses);
    ofOperator.gauge("keyCacheKeys", keys);
    ofOperator.<Long, Gauge<Long>>gauge("keyCacheBytes", memory::used);
    ofOperator.<Long, Gauge<Long>>gauge("keyCacheBudgetBytes", memory::budget);
  }

  /** How many entries there are. */
  public int size() {
    return clock.size();
  }

  /** All entries, in no particular order. */
  public Iterable<E> entries() {
    return clock.entries();
  }

  /** Whether all that the backend has is in the cache, so that it need not be asked for others. */
  public boolean hasAll() {
    return hasAll;
  }

  /** The backend has, or may have, something that is not in the cache. */
  public void lacksSome() {
    hasAll = false;
  }

  /** Adds an entry of an estimated size in bytes. */
  public void add(E entry, long bytes) {
    clock.add(entry);
    resize(entry, bytes);
  }

  /** Sets the estimated size of an entry that is in the cache, in bytes. */
  public void resize(E entry, long bytes) {
    grow(entry, bytes - ((Entry) entry).bytes);
  }

  /** Adds to the estimated size of an entry that is in the cache; a negative number subtracts. */
  public void grow(E entry, long bytes) {
    memory.add(bytes);
    ((Entry) entry).bytes += bytes;
  }

  /** Removes an entry. */
  public void remove(E entry) {
    resize(entry, 0);
    clock.remove(entry);
  }

  // ---------------------------------------------------------------------------------- eviction

  /** Whether an entry of so many bytes fits in beside the others. */
  public boolean hasRoom(long bytes) {
    return clock.size() < maxEntries && memory.used() + bytes <= memory.budget();
  }

  /**
   * The entry to evict for a new one that has no room; to be asked once for each.
   *
   * @return null if all deserve to stay, or there is none: then the new one is not to be added
   */
  @Nullable
  public E victim() {
    return clock.size() == 0 ? null : clock.tick();
  }

  /**
   * An entry to evict because they take more than the memory: entries have grown, or the operator
   * has less memory now.
   *
   * @param spared an entry that stays; null for none
   * @return null if the memory suffices, or there is only one entry
   */
  @Nullable
  public E surplus(@Nullable E spared) {
    return memory.isExceeded() && clock.size() > 1 ? clock.victimOtherThan(spared) : null;
  }

  /** Removes an entry that {@link #victim} or {@link #surplus} has returned. */
  public void evict(E victim) {
    remove(victim);
    clock.evicted();
    hasAll = false;
  }
}
