package org.trilink.runtime.window;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.contrib.streaming.state.RocksDBOptions;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;

/** The state backends that the operator tests run on. */
public enum StateBackends {
  HEAP {
    @Override
    public StateBackend create() {
      return new HashMapStateBackend();
    }
  },
  /** The same, with keys found by a number and not by the backend; see {@link KeyWindowsIndex}. */
  HEAP_INDEXED {
    @Override
    public StateBackend create() {
      return new HashMapStateBackend();
    }
  },
  ROCKSDB {
    @Override
    public StateBackend create() {
      return rocksDb();
    }
  },
  /** The same, with keys written back and read again all the time. */
  ROCKSDB_CACHING_LITTLE {
    @Override
    public StateBackend create() {
      return rocksDb();
    }

    @Override
    int cacheCapacity() {
      return 5;
    }
  };

  private static StateBackend rocksDb() {
    Configuration ownMemory = new Configuration();
    ownMemory.set(RocksDBOptions.USE_MANAGED_MEMORY, false); // the harness has too little
    return new EmbeddedRocksDBStateBackend()
        .configure(ownMemory, StateBackends.class.getClassLoader());
  }

  public abstract StateBackend create();

  int cacheCapacity() {
    return CachedKeyWindowsState.DEFAULT_CAPACITY;
  }
}
