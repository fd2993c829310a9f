package org.trilink.runtime.window;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.contrib.streaming.state.RocksDBOptions;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;

/** The state backends that the operator tests run on. */
enum StateBackends {
  HEAP {
    @Override
    StateBackend create() {
      return new HashMapStateBackend();
    }
  },
  ROCKSDB {
    @Override
    StateBackend create() {
      Configuration ownMemory = new Configuration();
      ownMemory.set(RocksDBOptions.USE_MANAGED_MEMORY, false); // the harness has too little
      return new EmbeddedRocksDBStateBackend()
          .configure(ownMemory, StateBackends.class.getClassLoader());
    }
  };

  abstract StateBackend create();
}
