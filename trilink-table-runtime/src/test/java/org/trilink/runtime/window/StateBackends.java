/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.contrib.streaming.state.RocksDBOptions;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.key.ShortText;
import org.trilink.runtime.placement.ProjectedKeys;

/** The state backends that the operator tests run on. */
public enum StateBackends {
  HEAP(false, Room.MUCH, Room.MANY),
  /** Flink's heap backend, with lookup of keys by number, and an aggregator for each key. */
  HEAP_NUMBERED(true, Room.MUCH, Room.MANY),
  /** With the windows of keys on pages as soon as there are two keys. */
  HEAP_PAGED(true, Room.MUCH, 1),
  ROCKSDB(false, Room.MUCH, Room.MANY),
  /** With pages as the cache, as soon as there are two keys. */
  ROCKSDB_PAGED(true, Room.MUCH, 1),
  /** With room for a page or two, which are evicted and read again all the time. */
  ROCKSDB_FEW_PAGES(true, Room.LITTLE, 1),
  /** With a cache for two or three keys, which are evicted and read again all the time. */
  ROCKSDB_CACHING_LITTLE(true, Room.LITTLE, Room.MANY);

  private static final KeyLookup NUMBERED = KeyLookup.byNumber(new ShortText(), new ShortText());

  /** Bytes of a cache, and keys. */
  private static final class Room {

    private static final long LITTLE = 1_100;
    private static final long MUCH = 20_000_000;
    private static final int MANY = 1_000_000;
  }

  private final boolean isNumbered;
  private final long cacheBudget;
  private final int maxKeysAsObjects;

  StateBackends(boolean isNumbered, long cacheBudget, int maxKeysAsObjects) {
    this.isNumbered = isNumbered;
    this.cacheBudget = cacheBudget;
    this.maxKeysAsObjects = maxKeysAsObjects;
  }

  public StateBackend create() {
    return name().startsWith("HEAP") ? new HashMapStateBackend() : rocksDb();
  }

  private static StateBackend rocksDb() {
    Configuration ownMemory = new Configuration();
    ownMemory.set(RocksDBOptions.USE_MANAGED_MEMORY, false); // the harness has too little
    return new EmbeddedRocksDBStateBackend()
        .configure(ownMemory, StateBackends.class.getClassLoader());
  }

  /** How the window operator looks up its keys. */
  KeyLookup keys() {
    return isNumbered
        ? NUMBERED
        : KeyLookup.byRow(ProjectedKeys.firstColumns(RowType.of(WindowHarness.KEY)));
  }

  /** Whether keys have aggregators of their own. */
  boolean ownAggregators() {
    return isNumbered;
  }

  /** The number of keys up to which windows are objects. */
  int maxKeysAsObjects() {
    return maxKeysAsObjects;
  }

  /** The size of the cache in front of a backend that serializes keys, in bytes. */
  public long cacheBudget() {
    return cacheBudget;
  }
}
