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
  HEAP {
    @Override
    public StateBackend create() {
      return new HashMapStateBackend();
    }
  },
  /** The same, with lookup of keys by number, and an aggregator for each key. */
  HEAP_NUMBERED {
    @Override
    public StateBackend create() {
      return new HashMapStateBackend();
    }

    @Override
    KeyLookup keys() {
      return NUMBERED;
    }

    @Override
    boolean ownAggregators() {
      return true;
    }
  },
  /** With the windows of keys on pages as soon as there are two keys. */
  HEAP_PAGED {
    @Override
    public StateBackend create() {
      return new HashMapStateBackend();
    }

    @Override
    KeyLookup keys() {
      return NUMBERED;
    }

    @Override
    boolean ownAggregators() {
      return true;
    }

    @Override
    int maxKeysAsObjects() {
      return 1;
    }
  },
  ROCKSDB {
    @Override
    public StateBackend create() {
      return rocksDb();
    }
  },
  /** With pages as the cache, as soon as there are two keys. */
  ROCKSDB_PAGED {
    @Override
    public StateBackend create() {
      return rocksDb();
    }

    @Override
    KeyLookup keys() {
      return NUMBERED;
    }

    @Override
    boolean ownAggregators() {
      return true;
    }

    @Override
    int maxKeysAsObjects() {
      return 1;
    }
  },
  /** With room for a page or two, which are evicted and read again all the time. */
  ROCKSDB_FEW_PAGES {
    @Override
    public StateBackend create() {
      return rocksDb();
    }

    @Override
    KeyLookup keys() {
      return NUMBERED;
    }

    @Override
    int maxKeysAsObjects() {
      return 1;
    }

    @Override
    public long cacheBudget() {
      return LITTLE;
    }
  },
  /** With a cache for two or three keys, which are evicted and read again all the time. */
  ROCKSDB_CACHING_LITTLE {
    @Override
    public StateBackend create() {
      return rocksDb();
    }

    @Override
    KeyLookup keys() {
      return NUMBERED;
    }

    @Override
    boolean ownAggregators() {
      return true;
    }

    @Override
    public long cacheBudget() {
      return LITTLE;
    }
  };

  private static final KeyLookup NUMBERED = KeyLookup.byNumber(new ShortText(), new ShortText());
  private static final long LITTLE = 1_100;
  private static final long MUCH = 20_000_000;
  private static final int MANY = 1_000_000;

  private static StateBackend rocksDb() {
    Configuration ownMemory = new Configuration();
    ownMemory.set(RocksDBOptions.USE_MANAGED_MEMORY, false); // the harness has too little
    return new EmbeddedRocksDBStateBackend()
        .configure(ownMemory, StateBackends.class.getClassLoader());
  }

  public abstract StateBackend create();

  /** How the window operator looks up its keys. */
  KeyLookup keys() {
    return KeyLookup.byRow(ProjectedKeys.firstColumns(RowType.of(WindowHarness.KEY)));
  }

  /** Whether keys have aggregators of their own. */
  boolean ownAggregators() {
    return false;
  }

  /** The number of keys up to which windows are objects on the heap. */
  int maxKeysAsObjects() {
    return MANY;
  }

  /** The size of the cache in front of a backend that serializes keys, in bytes. */
  public long cacheBudget() {
    return MUCH;
  }
}
