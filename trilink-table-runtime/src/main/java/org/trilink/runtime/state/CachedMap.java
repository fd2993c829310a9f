/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * A cached map of each key. Entries are read from the backend one by one, or all of them when they
 * are iterated over; a key with very many entries that are not cached is iterated over in the
 * backend.
 */
final class CachedMap<UK, UV> extends CachedState implements MapState<UK, UV> {

  /** A key with more entries in the backend is not read as a whole. */
  static final int MAX_LOADED = 1_024;

  /** The objects of a map without its entries, an estimate in bytes. */
  private static final int MAP = 150;

  private final MapState<UK, UV> state;
  private final KeyedValues.Size<Object> size;

  /**
   * @param state in the backend
   * @param size of a key or a value of the map
   */
  CachedMap(
      CachedKeyedValues<?> keys, int index, MapState<UK, UV> state, KeyedValues.Size<Object> size) {
    super(keys, index);
    this.state = state;
    this.size = size;
  }

  // --------------------------------------------------------------------------- single entries

  /** The selected key's entries. */
  private MapEntries<UK, UV> entriesOfKey() {
    KeyEntry<?> entry = entry();
    MapEntries<UK, UV> entries = entriesOf(entry);
    if (entries == null) {
      entries = new MapEntries<>(size, entry.is(index, KeyEntry.LOADED));
      entry.setValue(index, entries);
    }
    return entries;
  }

  @SuppressWarnings("unchecked") // only this state has the index
  @Nullable
  private MapEntries<UK, UV> entriesOf(KeyEntry<?> entry) {
    return (MapEntries<UK, UV>) entry.value(index);
  }

  @Override
  @Nullable
  public UV get(UK key) throws Exception {
    MapEntries<UK, UV> entries = entriesOfKey();
    if (entries.knows(key)) {
      return entries.get(key);
    }
    UV value = state.get(key);
    if (value != null) {
      entries.load(key, value);
      entry().isChanged = true;
    }
    return value;
  }

  @Override
  public boolean contains(UK key) throws Exception {
    MapEntries<UK, UV> entries = entriesOfKey();
    return entries.knows(key) ? entries.contains(key) : state.contains(key);
  }

  @Override
  public void put(UK key, @Nullable UV value) {
    entriesOfKey().put(key, value);
    entry().isChanged = true;
  }

  @Override
  public void putAll(Map<UK, UV> map) {
    map.forEach(this::put);
  }

  @Override
  public void remove(UK key) {
    entriesOfKey().remove(key);
    entry().isChanged = true;
  }

  @Override
  public void clear() {
    MapEntries<UK, UV> entries = entriesOfKey();
    if (entries.isStored()) {
      state.clear();
    }
    entries.clear();
    entry().isChanged = true;
  }

  @Override
  public boolean isEmpty() throws Exception {
    MapEntries<UK, UV> entries = entriesOfKey();
    return entries.size() == 0 && isLoaded(entries) && entries.size() == 0;
  }

  // ------------------------------------------------------------------------------- iterating

  /** Whether all entries are here, after those of the backend were read if they are not many. */
  private boolean isLoaded(MapEntries<UK, UV> entries) throws Exception {
    if (entries.isComplete()) {
      return true;
    }
    entry().isChanged = true;
    entries.write(state);
    int loaded = 0;
    for (Map.Entry<UK, UV> stored : state.entries()) {
      if (++loaded > MAX_LOADED) {
        return false;
      }
      entries.load(stored.getKey(), stored.getValue());
    }
    entries.complete();
    return true;
  }

  @Override
  public Iterator<Map.Entry<UK, UV>> iterator() throws Exception {
    MapEntries<UK, UV> entries = entriesOfKey();
    entry().isChanged = true; // entries can be set and removed while they are iterated over
    return isLoaded(entries) ? entries.iterator() : new StoredEntries(state.iterator());
  }

  /**
   * Returns the entries of the selected key that are there when the result is iterated over, not
   * when it is returned.
   */
  @Override
  public Iterable<Map.Entry<UK, UV>> entries() {
    return () -> {
      try {
        return iterator();
      } catch (Exception e) {
        throw new FlinkRuntimeException("The entries of a map state could not be read.", e);
      }
    };
  }

  @Override
  public Iterable<UK> keys() {
    return parts(Map.Entry::getKey);
  }

  @Override
  public Iterable<UV> values() {
    return parts(Map.Entry::getValue);
  }

  private <T> Iterable<T> parts(Function<Map.Entry<UK, UV>, T> part) {
    return () -> new Parts<>(part);
  }

  /**
   * Keys or values of entries. The backend is read for the first of them only: whether there is one
   * is often known without it.
   */
  private final class Parts<T> implements Iterator<T> {

    private final Function<Map.Entry<UK, UV>, T> part;
    @Nullable private Iterator<Map.Entry<UK, UV>> entries;

    private Parts(Function<Map.Entry<UK, UV>, T> part) {
      this.part = part;
    }

    private Iterator<Map.Entry<UK, UV>> begun() {
      if (entries == null) {
        entries = entries().iterator();
      }
      return entries;
    }

    @Override
    public boolean hasNext() {
      return (entries == null && entriesOfKey().size() > 0) || begun().hasNext();
    }

    @Override
    public T next() {
      return part.apply(begun().next());
    }

    @Override
    public void remove() {
      begun().remove();
    }
  }

  /** The backend's entries, where none that is newer is cached. What is changed is cached. */
  private final class StoredEntries implements Iterator<Map.Entry<UK, UV>> {

    private final Iterator<Map.Entry<UK, UV>> stored;
    @Nullable private Map.Entry<UK, UV> ahead;
    @Nullable private Map.Entry<UK, UV> last;

    private StoredEntries(Iterator<Map.Entry<UK, UV>> stored) {
      this.stored = stored;
    }

    @Override
    public boolean hasNext() {
      MapEntries<UK, UV> entries = entriesOfKey();
      while (ahead == null && stored.hasNext()) {
        Map.Entry<UK, UV> next = stored.next();
        UK key = next.getKey();
        if (!entries.knows(key)) {
          ahead = new StoredEntry(key, next.getValue());
        } else if (entries.contains(key)) {
          ahead = new StoredEntry(key, entries.get(key));
        }
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
      CachedMap.this.remove(last.getKey());
      last = null;
    }
  }

  private final class StoredEntry implements Map.Entry<UK, UV> {

    private final UK key;
    @Nullable private UV value;

    private StoredEntry(UK key, @Nullable UV value) {
      this.key = key;
      this.value = value;
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
      value = newValue;
      put(key, newValue);
      return former;
    }
  }

  // --------------------------------------------------------------------------------- a key's

  @Override
  boolean isEmpty(KeyEntry<?> entry) {
    MapEntries<UK, UV> entries = entriesOf(entry);
    return entries == null
        ? entry.is(index, KeyEntry.LOADED)
        : entries.isComplete() && entries.size() == 0;
  }

  @Override
  long bytes(KeyEntry<?> entry) {
    MapEntries<UK, UV> entries = entriesOf(entry);
    return entries == null ? 0 : ObjectSize.sum(MAP, entries.bytes());
  }

  @Override
  int unwritten(KeyEntry<?> entry) {
    MapEntries<UK, UV> entries = entriesOf(entry);
    return entries == null ? 0 : entries.unwritten();
  }

  @Override
  void write(KeyEntry<?> entry) throws Exception {
    MapEntries<UK, UV> entries = entriesOf(entry);
    if (entries != null) {
      entries.write(state);
    }
  }
}
