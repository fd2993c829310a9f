package org.trilink.runtime.watermark;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.util.function.BiConsumerWithException;

/**
 * A key's timers as one object, for Flink's heap backend: it hands out the object itself, to be
 * changed in place, and copies it first while a snapshot still needs the old one. A backend that is
 * neither that nor RocksDB is told of each change.
 */
final class TimerSetKeyTimers<N> implements KeyTimers<N> {

  private final ValueStateDescriptor<TimerSet<N>> descriptor;
  private final ValueState<TimerSet<N>> state;
  private final boolean isLive;

  private boolean isLoaded;
  @Nullable private TimerSet<N> timers;

  private TimerSetKeyTimers(
      ValueStateDescriptor<TimerSet<N>> descriptor, ValueState<TimerSet<N>> state, boolean isLive) {
    this.descriptor = descriptor;
    this.state = state;
    this.isLive = isLive;
  }

  static <N> TimerSetKeyTimers<N> create(
      String stateName, KeyedStateBackend<?> backend, TypeSerializer<N> namespaceSerializer)
      throws Exception {
    ValueStateDescriptor<TimerSet<N>> descriptor =
        new ValueStateDescriptor<>(stateName, new TimerSetSerializer<>(namespaceSerializer));
    ValueState<TimerSet<N>> state =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
    return new TimerSetKeyTimers<>(descriptor, state, backend instanceof HeapKeyedStateBackend);
  }

  @Override
  public boolean add(KeyTimer<N> timer) throws IOException {
    load();
    if (timers == null) {
      timers = new TimerSet<>();
      timers.add(timer);
      state.update(timers);
      return true;
    }
    if (!timers.add(timer)) {
      return false;
    }
    changed();
    return true;
  }

  @Override
  public boolean remove(KeyTimer<N> timer) throws IOException {
    load();
    if (timers == null || !timers.remove(timer)) {
      return false;
    }
    changed();
    return true;
  }

  @Override
  @Nullable
  public KeyTimer<N> poll(long upTo) throws IOException {
    load();
    KeyTimer<N> due = timers == null ? null : timers.poll(upTo);
    if (due != null) {
      changed();
    }
    return due;
  }

  @Override
  public long earliest() throws IOException {
    load();
    return timers == null ? KeyTime.NO_TIMER : timers.earliest();
  }

  @Override
  public boolean isEmpty() throws IOException {
    load();
    return timers == null;
  }

  @Override
  public void unload() {
    isLoaded = false;
    timers = null;
  }

  @Override
  public <K> void forEachOfAllKeys(
      KeyedStateBackend<K> backend, BiConsumerWithException<N, Long, Exception> consumer)
      throws Exception {
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        descriptor,
        (key, ofKey) -> ofKey.value().forEach(consumer));
  }

  private void load() throws IOException {
    if (!isLoaded) {
      timers = state.value();
      isLoaded = true;
    }
  }

  private void changed() throws IOException {
    if (timers.isEmpty()) {
      state.clear();
      timers = null;
    } else if (!isLive) {
      state.update(timers);
    }
  }
}
