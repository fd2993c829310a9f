/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * The eviction of a cache: CLOCK, with a reference count of up to 16. In contrast to the textbook
 * algorithm, the hand advances by only one entry for each new entry, not until it finds one to
 * evict: while the entry under the hand has references left, the new entry is not cached. So if
 * more keys than fit are accessed in turn, some stay cached and are found each time. Entries that
 * are no longer used are evicted after some rounds of the hand.
 *
 * @param <E> entries of the cache
 */
public final class EvictionClock<E extends EvictionClock.Entry> {

  /** How often the hand passes an unused entry before the entry is evicted. */
  private static final byte MAX_REFERENCES = 16;

  private static final int NOWHERE = -1;

  /** The clock's data of a cache entry. */
  public abstract static class Entry {

    /** Position in the clock, or {@link #NOWHERE}. */
    int place = NOWHERE;

    byte references = MAX_REFERENCES;

    /** Records that the entry was used. */
    public final void use() {
      references = MAX_REFERENCES;
    }

    /** Whether the entry is in the cache. */
    public final boolean isKept() {
      return place != NOWHERE;
    }
  }

  private final List<E> entries = new ArrayList<>();
  private int hand;

  /** How many entries the cache has. */
  public int size() {
    return entries.size();
  }

  /** All entries of the cache, in no particular order. */
  public Iterable<E> entries() {
    return entries;
  }

  /** Adds an entry. */
  public void add(E entry) {
    entry.place = entries.size();
    entries.add(entry);
  }

  /** Removes an entry; the last one takes its position. */
  public void remove(E entry) {
    E last = entries.remove(entries.size() - 1);
    if (last != entry) {
      last.place = entry.place;
      entries.set(entry.place, last);
    }
    entry.place = NOWHERE;
    hand = hand < entries.size() ? hand : 0;
  }

  /**
   * Called after a cache miss: takes a reference from the entry under the hand and advances the
   * hand. The cache must not be empty.
   *
   * @return the entry under the hand, to be evicted, if it had no reference left; otherwise null
   */
  @Nullable
  public E tick() {
    E candidate = entries.get(hand);
    if (candidate.references == 0) {
      return candidate;
    }
    candidate.references--;
    advance();
    return null;
  }

  /**
   * An entry to be evicted regardless of its references: the one under the hand, or the next.
   *
   * @param spared an entry that must not be evicted; there must be another one
   */
  public E victimOtherThan(@Nullable E spared) {
    if (entries.get(hand) == spared) {
      advance();
    }
    return entries.get(hand);
  }

  /** The entry under the hand was evicted: the hand skips the entry that has taken its position. */
  public void evicted() {
    advance();
  }

  private void advance() {
    hand = hand + 1 < entries.size() ? hand + 1 : 0;
  }
}
