/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Which entry of a full cache makes room: CLOCK, with a reference count of 16. The hand goes on by
 * one entry for each newcomer, not until it finds one to evict: as long as the entry under it has
 * references left, the newcomer is not taken in. So where there are more keys than have room, and
 * all come in turn, some stay and are found each time, and entries that are not used any more make
 * room after some turns of the hand.
 *
 * @param <E> entries of the cache
 */
public final class EvictionClock<E extends EvictionClock.Entry> {

  /** How often the hand passes an entry that is not used before that is evicted. */
  private static final byte MAX_REFERENCES = 16;

  private static final int NOWHERE = -1;

  /** What the clock has to know of an entry of the cache. */
  public abstract static class Entry {

    /** In the clock, or {@link #NOWHERE}. */
    int place = NOWHERE;

    byte references = MAX_REFERENCES;

    /** The entry was used. */
    public final void use() {
      references = MAX_REFERENCES;
    }

    /** Whether the cache has the entry. */
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

  /** All entries of the cache, in no order. */
  public Iterable<E> entries() {
    return entries;
  }

  /** The cache takes an entry in. */
  public void add(E entry) {
    entry.place = entries.size();
    entries.add(entry);
  }

  /** An entry has left the cache; the last one takes its place. */
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
   * An entry that is not in the cache was asked for: takes a reference from the one under the hand,
   * which goes on. The cache must not be empty.
   *
   * @return the one under the hand if it has no reference left, to be evicted; else null
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
   * An entry to be evicted whatever references it has: the one under the hand, or the next.
   *
   * @param spared is not evicted, so there must be another one
   */
  public E victimOtherThan(E spared) {
    if (entries.get(hand) == spared) {
      advance();
    }
    return entries.get(hand);
  }

  /** The entry under the hand was evicted: the hand passes the one that has its place now. */
  public void evicted() {
    advance();
  }

  private void advance() {
    hand = hand + 1 < entries.size() ? hand + 1 : 0;
  }
}
