/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.contrib.streaming.state.RocksDBOptions;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;

/** All backends with keys that can be moved. */
enum Backends implements Supplier<StateBackend> {
  HEAP {
    @Override
    public StateBackend get() {
      return new HashMapStateBackend();
    }
  },
  ROCKSDB {
    @Override
    public StateBackend get() {
      return rocksDb(false, EmbeddedRocksDBStateBackend.PriorityQueueStateType.ROCKSDB);
    }
  },
  ROCKSDB_INCREMENTAL {
    @Override
    public StateBackend get() {
      return rocksDb(true, EmbeddedRocksDBStateBackend.PriorityQueueStateType.ROCKSDB);
    }
  },
  ROCKSDB_HEAP_TIMERS {
    @Override
    public StateBackend get() {
      return rocksDb(false, EmbeddedRocksDBStateBackend.PriorityQueueStateType.HEAP);
    }
  };

  private static StateBackend rocksDb(
      boolean incremental, EmbeddedRocksDBStateBackend.PriorityQueueStateType timers) {
    Configuration ownMemory = new Configuration();
    ownMemory.set(RocksDBOptions.USE_MANAGED_MEMORY, false); // the harness has too little
    EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend(incremental);
    backend.setPriorityQueueStateType(timers);
    return backend.configure(ownMemory, Backends.class.getClassLoader());
  }
}
