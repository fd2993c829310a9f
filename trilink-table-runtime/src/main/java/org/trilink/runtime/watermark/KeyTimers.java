package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.BiConsumerWithException;

/** The selected key's timers in one timer service, in the order of their times. */
interface KeyTimers<N> {

  /** Adds a timer unless it is there. Returns whether it was not. */
  boolean add(KeyTimer<N> timer) throws Exception;

  /** Removes a timer if it is there. Returns whether it was. */
  boolean remove(KeyTimer<N> timer) throws Exception;

  /** Takes the earliest timer if it is due by the time; null if none is. */
  @Nullable
  KeyTimer<N> poll(long upTo) throws Exception;

  /** Time of the earliest timer in ms, {@link KeyTime#NO_TIMER} if there is none. */
  long earliest() throws Exception;

  boolean isEmpty() throws Exception;

  /** Another key is selected, or the backend takes a snapshot: what is held must be forgotten. */
  void unload();

  /** Selects key after key and shows their timers. */
  <K> void forEachOfAllKeys(
      KeyedStateBackend<K> backend, BiConsumerWithException<N, Long, Exception> consumer)
      throws Exception;

  /** The form that suits the backend. */
  static <N> KeyTimers<N> of(
      String service, KeyedStateBackend<?> backend, TypeSerializer<N> namespaceSerializer) {
    String stateName = "trilink-key-timers/" + service;
    try {
      return RocksDbKeyTimers.suits(backend)
          ? RocksDbKeyTimers.create(stateName, backend, namespaceSerializer)
          : TimerSetKeyTimers.create(stateName, backend, namespaceSerializer);
    } catch (Exception e) {
      throw new FlinkRuntimeException("No state for the timers of " + service + ".", e);
    }
  }
}
