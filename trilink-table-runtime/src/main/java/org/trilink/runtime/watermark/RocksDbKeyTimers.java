package org.trilink.runtime.watermark;

import java.util.ArrayDeque;
import java.util.Iterator;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.util.function.BiConsumerWithException;

/**
 * A key's timers as one RocksDB entry each, with nothing as its value. RocksDB keeps entries in the
 * order of their bytes, which is that of the times ({@link KeyTimerSerializer}): so the earliest
 * are read without the others, and no more of them than are due, and one.
 */
final class RocksDbKeyTimers<N> implements KeyTimers<N> {

  /** Flink's RocksDB classes are not on every class path. */
  private static final String BACKEND =
      "org.apache.flink.contrib.streaming.state.RocksDBKeyedStateBackend";

  /** As many as Flink reads at once from RocksDB for a map's iterator. */
  private static final int MAX_HEAD = 128;

  private final MapStateDescriptor<KeyTimer<N>, Boolean> descriptor;
  private final MapState<KeyTimer<N>, Boolean> state;

  /** The earliest timers, in order. If it is not known, it is empty, and so incomplete. */
  private final ArrayDeque<KeyTimer<N>> head = new ArrayDeque<>();

  /** Whether there are no timers but those of the head. */
  private boolean isComplete;

  private RocksDbKeyTimers(
      MapStateDescriptor<KeyTimer<N>, Boolean> descriptor, MapState<KeyTimer<N>, Boolean> state) {
    this.descriptor = descriptor;
    this.state = state;
  }

  static boolean suits(KeyedStateBackend<?> backend) {
    return backend.getClass().getName().equals(BACKEND);
  }

  static <N> RocksDbKeyTimers<N> create(
      String stateName, KeyedStateBackend<?> backend, TypeSerializer<N> namespaceSerializer)
      throws Exception {
    MapStateDescriptor<KeyTimer<N>, Boolean> descriptor =
        new MapStateDescriptor<>(
            stateName, new KeyTimerSerializer<>(namespaceSerializer), BooleanSerializer.INSTANCE);
    MapState<KeyTimer<N>, Boolean> state =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
    return new RocksDbKeyTimers<>(descriptor, state);
  }

  @Override
  public boolean add(KeyTimer<N> timer) throws Exception {
    if (state.contains(timer)) {
      return false;
    }
    state.put(timer, Boolean.TRUE);
    if (!head.isEmpty() && timer.time() > head.getLast().time()) {
      isComplete = false; // the head is still the head
    } else {
      unload();
    }
    return true;
  }

  @Override
  public boolean remove(KeyTimer<N> timer) throws Exception {
    if (!state.contains(timer)) {
      return false;
    }
    state.remove(timer);
    head.remove(timer);
    return true;
  }

  @Override
  @Nullable
  public KeyTimer<N> poll(long upTo) throws Exception {
    load(upTo);
    if (head.isEmpty() || head.getFirst().time() > upTo) {
      return null;
    }
    KeyTimer<N> due = head.removeFirst();
    state.remove(due);
    return due;
  }

  @Override
  public long earliest() throws Exception {
    load(Long.MIN_VALUE);
    return head.isEmpty() ? KeyTime.NO_TIMER : head.getFirst().time();
  }

  @Override
  public boolean isEmpty() throws Exception {
    load(Long.MIN_VALUE);
    return head.isEmpty();
  }

  @Override
  public void unload() {
    head.clear();
    isComplete = false;
  }

  /** Reads the timers that are due by the time, and the next one. */
  private void load(long upTo) throws Exception {
    if (isComplete || !head.isEmpty()) {
      return;
    }
    Iterator<KeyTimer<N>> earliestFirst = state.keys().iterator();
    while (head.size() < MAX_HEAD && earliestFirst.hasNext()) {
      KeyTimer<N> timer = earliestFirst.next();
      head.add(timer);
      if (timer.time() > upTo) {
        return;
      }
    }
    isComplete = head.size() < MAX_HEAD;
  }

  @Override
  public <K> void forEachOfAllKeys(
      KeyedStateBackend<K> backend, BiConsumerWithException<N, Long, Exception> consumer)
      throws Exception {
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        descriptor,
        (key, ofKey) -> {
          for (KeyTimer<N> timer : ofKey.keys()) {
            consumer.accept(timer.namespace(), timer.time());
          }
        });
  }
}
