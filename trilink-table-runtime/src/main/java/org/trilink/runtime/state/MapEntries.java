/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.MapState;

/**
 * The cached part of the map state of one key: entries as its user sees them, and those that are
 * still to be written to the backend or removed from it.
 */
final class MapEntries<UK, UV> {

  /** An entry's objects without its key and value, an estimate in bytes. */
  private static final int ENTRY = 100;

  /** Estimates the size of a key or a value, in bytes. */
  private final KeyedValues.Size<Object> sizeOf;

  private final Map<UK, Slot> slots = new HashMap<>();

  /** The slots to be written are a list by their own references. */
  @Nullable private Slot firstDirty;

  private int dirty;

  /** How many entries have not been removed. */
  private int size;

  /** Whether the backend has no entries that are not here. */
  private boolean isComplete;

  /** Whether the backend may have entries. */
  private boolean isStored;

  /** The size of all entries, in bytes, or {@link ObjectSize#UNKNOWN}. */
  private long bytes;

  /**
   * @param sizeOf of a key or a value
   * @param isNew whether the backend has no entry
   */
  MapEntries(KeyedValues.Size<Object> sizeOf, boolean isNew) {
    this.sizeOf = sizeOf;
    isComplete = isNew;
    isStored = !isNew;
  }

  boolean isComplete() {
    return isComplete;
  }

  /** All of the backend's entries are here now. */
  void complete() {
    isComplete = true;
  }

  boolean isStored() {
    return isStored;
  }

  /** How many entries are here that have not been removed. */
  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }

  /** How many entries are to be written or removed in the backend. */
  int unwritten() {
    return dirty;
  }

  // --------------------------------------------------------------------------------- entries

  /** Whether it is known here if there is an entry with this key. */
  boolean knows(UK key) {
    return isComplete || slots.containsKey(key);
  }

  /** Whether there is an entry with this key here. */
  boolean contains(UK key) {
    Slot slot = slots.get(key);
    return slot != null && !slot.isRemoved;
  }

  /** The value of a key; null if there is none here. */
  @Nullable
  UV get(UK key) {
    Slot slot = slots.get(key);
    return slot == null || slot.isRemoved ? null : slot.value;
  }

  /** Adds what the backend has, unless there is something newer here. */
  void load(UK key, @Nullable UV value) {
    if (!slots.containsKey(key)) {
      add(key, true).replace(value);
    }
  }

  /** Sets the value of a key. */
  void put(UK key, @Nullable UV value) {
    Slot slot = slots.get(key);
    if (slot == null) {
      slot = add(key, !isComplete);
    } else if (slot.isRemoved) {
      slot.isRemoved = false;
      size++;
    }
    slot.replace(value);
    slot.markDirty();
  }

  /** Removes the entry of a key, if there is one. */
  void remove(UK key) {
    Slot slot = slots.get(key);
    if (slot == null && !isComplete) {
      slot = add(key, true);
    }
    if (slot != null && !slot.isRemoved && slot.remove()) {
      slots.remove(key);
    }
  }

  /** Removes all entries here; the backend has none any more. */
  void clear() {
    slots.clear();
    firstDirty = null;
    dirty = 0;
    size = 0;
    bytes = 0;
    isComplete = true;
    isStored = false;
  }

  private Slot add(UK key, boolean mayBeStored) {
    Slot slot = new Slot(key, mayBeStored);
    slots.put(key, slot);
    size++;
    return slot;
  }

  /** Writes what has changed to the backend, which has selected the key. */
  void write(MapState<UK, UV> state) throws Exception {
    for (Slot slot = firstDirty; slot != null; slot = firstDirty) {
      if (slot.isRemoved) {
        state.remove(slot.key);
        slots.remove(slot.key);
        slot.addBytes(-slot.bytes);
      } else {
        state.put(slot.key, slot.value);
        slot.isStored = true;
        isStored = true;
      }
      slot.unmarkDirty();
    }
  }

  /** The entries that have not been removed, in no order; they can be set and removed. */
  Iterator<Map.Entry<UK, UV>> iterator() {
    return new Entries();
  }

  /** One entry, which may have been removed. */
  private final class Slot implements Map.Entry<UK, UV> {

    private final UK key;
    @Nullable private UV value;

    /** The backend may have an entry with this key. */
    private boolean isStored;

    private boolean isRemoved;

    /** Whether it is to be written, and its neighbours among those. */
    private boolean isDirty;

    @Nullable private Slot previousDirty;
    @Nullable private Slot nextDirty;

    private long bytes;

    private Slot(UK key, boolean isStored) {
      this.key = key;
      this.isStored = isStored;
    }

    @Override
    public UK getKey() {
      return key;
    }

    @Override
    @Nullable
    public UV getValue() {
      return value;
    }

    @Override
    @Nullable
    public UV setValue(@Nullable UV newValue) {
      UV former = value;
      put(key, newValue);
      return former;
    }

    /** Takes the size of a value again, also of one that was changed in place. */
    private void replace(@Nullable UV newValue) {
      value = newValue;
      long ofBoth = ObjectSize.sum(sizeOf.of(key), newValue == null ? 0 : sizeOf.of(newValue));
      if (ofBoth == ObjectSize.UNKNOWN) {
        MapEntries.this.bytes = ObjectSize.UNKNOWN;
      } else {
        addBytes(ENTRY + ofBoth - bytes);
      }
    }

    private void addBytes(long more) {
      if (MapEntries.this.bytes != ObjectSize.UNKNOWN) {
        MapEntries.this.bytes += more;
        bytes += more;
      }
    }

    /** Removes it; returns whether the backend need not do that as well. */
    private boolean remove() {
      size--;
      isRemoved = true;
      if (isStored) {
        replace(null);
        markDirty();
        return false;
      }
      addBytes(-bytes);
      unmarkDirty();
      return true;
    }

    private void markDirty() {
      if (!isDirty) {
        isDirty = true;
        dirty++;
        nextDirty = firstDirty;
        if (firstDirty != null) {
          firstDirty.previousDirty = this;
        }
        firstDirty = this;
      }
    }

    private void unmarkDirty() {
      if (!isDirty) {
        return;
      }
      isDirty = false;
      dirty--;
      if (previousDirty == null) {
        firstDirty = nextDirty;
      } else {
        previousDirty.nextDirty = nextDirty;
      }
      if (nextDirty != null) {
        nextDirty.previousDirty = previousDirty;
      }
      previousDirty = null;
      nextDirty = null;
    }
  }

  /** Looks ahead only when asked, so that the entry that was returned last can be removed. */
  private final class Entries implements Iterator<Map.Entry<UK, UV>> {

    private final Iterator<Slot> all = slots.values().iterator();

    /** The last one of all, which a removal from the table would remove. */
    @Nullable private Slot read;

    @Nullable private Slot ahead;
    @Nullable private Slot last;

    @Override
    public boolean hasNext() {
      while (ahead == null && all.hasNext()) {
        read = all.next();
        ahead = read.isRemoved ? null : read;
      }
      return ahead != null;
    }

    @Override
    public Map.Entry<UK, UV> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      last = ahead;
      ahead = null;
      return last;
    }

    @Override
    public void remove() {
      if (last == null) {
        throw new IllegalStateException("There is no entry to remove before next().");
      }
      if (last.remove()) {
        if (last == read) {
          all.remove();
        } else {
          last.markDirty(); // leaves the table when it is written
        }
      }
      last = null;
    }
  }
}
