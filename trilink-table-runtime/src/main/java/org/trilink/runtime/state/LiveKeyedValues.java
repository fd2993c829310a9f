/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Values in Flink's heap backend, which returns the objects that it holds, and copies them for
 * snapshots.
 */
final class LiveKeyedValues<K> extends KeyedValues<K> {

  LiveKeyedValues(CheckpointableKeyedStateBackend<K> backend) {
    super(backend);
  }

  @Override
  public <T> KeyValue<T> add(ValueStateDescriptor<T> descriptor, Size<T> size) throws Exception {
    return new Live<>(descriptor, state(descriptor));
  }

  @Override
  public <UK, UV> MapState<UK, UV> addMap(MapState<UK, UV> flinks, Size<Object> size) {
    return flinks;
  }

  @Override
  public void leave() {}

  @Override
  public void flush() {}

  @Override
  public void handOver() {}

  @Override
  public boolean isWriting() {
    return false;
  }

  @Override
  public void register(MetricGroup ofOperator) {}

  private final class Live<T> implements KeyValue<T> {

    private final ValueStateDescriptor<T> descriptor;
    private final ValueState<T> state;

    Live(ValueStateDescriptor<T> descriptor, ValueState<T> state) {
      this.descriptor = descriptor;
      this.state = state;
    }

    @Override
    @Nullable
    public T get() throws IOException {
      return state.value();
    }

    @Override
    public void set(T value) throws IOException {
      state.update(value);
    }

    @Override
    public void changed() {}

    @Override
    public void clear() {
      state.clear();
    }

    @Override
    public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
      LiveKeyedValues.this.forEachKey(descriptor, action);
    }
  }
}
