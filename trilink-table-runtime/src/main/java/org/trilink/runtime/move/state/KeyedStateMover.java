/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.trilink.runtime.flink.StateField;
import org.trilink.runtime.operator.MoveBug;

/**
 * Takes the state and timers of keys out of one subtask of a keyed operator, and puts them into
 * another subtask, under another key: a placed key has a different hash in a different key group.
 *
 * <p>Buffers of the operator must have been flushed ({@code prepareSnapshotPreBarrier}). To be used
 * by the task's thread, between records, while no state of the moved keys is read or written; other
 * keys may have records between two calls.
 *
 * <pre>
 *   leaving.describe(out)               arriving.receive(in)
 *   leaving.takeOut(keys, sink)   -->       .putIn(newKey, bytes of one key)
 * </pre>
 *
 * <p>Errors never contain data of keys.
 *
 * @param <K> keys as the state backend has them
 */
public final class KeyedStateMover<K> {

  /** Written in place of a state's number. */
  private static final int END = -1;

  private final AbstractKeyedStateBackend<K> backend;
  private final KeyedStateAccess<K> state;
  private final TimerAccess<K> timers;
  private final List<HandsOverKeys<? super K>> ownParts;
  private final ClassLoader classLoader;

  // The states that were described last; keys that are taken out refer to them by number.
  private List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> describedStates =
      Collections.emptyList();
  private List<String> describedServices = Collections.emptyList();

  private KeyedStateMover(
      AbstractKeyedStateBackend<K> backend,
      KeyedStateAccess<K> state,
      InternalTimeServiceManagerImpl<K> timeServices,
      List<HandsOverKeys<? super K>> ownParts,
      ClassLoader classLoader) {
    this.backend = backend;
    this.ownParts = ownParts;
    this.classLoader = classLoader;
    this.state = state;
    timers = new TimerAccess<>(backend, backend.getNumberOfKeyGroups(), state, timeServices);
  }

  /** Receives the state that was taken out. */
  @FunctionalInterface
  public interface Sink {

    /**
     * The state of one key.
     *
     * @param index of the key among those to take out
     * @param bytes for {@link Arrivals#putIn}; owned by the receiver from now on
     */
    void taken(int index, byte[] bytes) throws Exception;
  }

  /**
   * Creates a mover for an open operator: one of Flink's SQL operators, one of Trilink's that hands
   * over keys ({@link HandsOverKeys}), or one that wraps such an operator ({@link
   * WrapsKeyedOperator}).
   *
   * @param <K> its keys as the state backend has them; not checked
   * @throws UnsupportedOperationException if it is another operator, if it has no keyed state, or
   *     if keys cannot be moved in its state backend
   * @throws IllegalStateException if this is another version of Flink than Trilink is made for
   */
  public static <K> KeyedStateMover<K> of(StreamOperator<?> operator) {
    MovableOperator<K> movable = MovableOperator.of(operator);
    return of(movable.keyed, movable.timeServices, movable.ownParts);
  }

  /**
   * Creates a mover for an open operator.
   *
   * @param operator that has the state; Flink's own one if it is wrapped
   * @param timeServices of the operator; Flink's own, not one that wraps it
   * @param ownParts that keep data of keys outside of keyed state, in the same order in all
   *     subtasks; those of Flink's own operators need not be passed
   * @throws UnsupportedOperationException if keys cannot be moved in its state backend
   * @throws IllegalStateException if this is another version of Flink than Trilink is made for
   */
  public static <K> KeyedStateMover<K> of(
      AbstractStreamOperator<?> operator,
      InternalTimeServiceManager<K> timeServices,
      List<HandsOverKeys<K>> ownParts) {
    KeyedStateBackend<K> backend = operator.getKeyedStateBackend();
    KeyedStateAccess<K> state = KeyedStateAccess.of(backend);
    if (!(timeServices instanceof InternalTimeServiceManagerImpl)) {
      throw StateField.notAsExpected(timeServices.getClass().getName(), null);
    }
    List<HandsOverKeys<? super K>> parts = new ArrayList<>(ownParts);
    StockKeyCaches caches = StockKeyCaches.of(operator);
    if (caches != null) {
      parts.add(caches);
    }
    return new KeyedStateMover<>(
        (AbstractKeyedStateBackend<K>) backend,
        state,
        (InternalTimeServiceManagerImpl<K>) timeServices,
        parts,
        operator.getUserCodeClassloader());
  }

  /**
   * Why keys of this subtask cannot be moved yet, see {@link HandsOverKeys#obstacleToMoving}; null
   * if they can be.
   */
  @Nullable
  public String obstacleToMoving() {
    for (HandsOverKeys<? super K> part : ownParts) {
      String reason = part.obstacleToMoving();
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /**
   * The approximate size of each key's state when taken out, to decide whether moving it is
   * worthwhile. It is exact except for what operators buffer in bundles, which is not flushed. What
   * they cache is.
   *
   * <p>This takes about as long as taking the keys out: all entries are read, and on the heap also
   * serialized, one by one, but not kept. On the heap, states with namespaces are scanned in the
   * keys' key groups.
   *
   * @param keys of this subtask, no two equal
   * @return the sizes in bytes, in the order of the keys
   */
  public long[] estimatedBytes(List<K> keys) throws Exception {
    for (K key : keys) {
      checkIsMine(key);
    }
    K selected = backend.getCurrentKey();
    for (HandsOverKeys<? super K> part : ownParts) {
      part.flush();
    }
    List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states = state.states();
    TimerAccess<K>.Found foundTimers = timers.find(timers.services(), keys);
    long[] bytes = new long[keys.size()];
    try (KeyedStateAccess.Found<K> found = state.find(states, keys)) {
      for (int i = 0; i < bytes.length; i++) {
        K key = keys.get(i);
        bytes[i] = ownParts.size() * (long) Integer.BYTES; // for each part at least its length
        for (RegisteredKeyValueStateBackendMetaInfo<?, ?> ofState : states) {
          long entries = found.countBytes(key, ofState);
          bytes[i] += entries == 0 ? 0 : 2 * Integer.BYTES + entries;
        }
        bytes[i] += Integer.BYTES + foundTimers.countBytes(key); // behind the states' end
      }
    }
    select(selected);
    return bytes;
  }

  // ------------------------------------------------------------------------------ taking out

  /**
   * Writes a description of the states and timer services. It must precede the keys that are taken
   * out next, before the operator processes another record.
   */
  public void describe(DataOutputView target) throws IOException {
    describedStates = state.states();
    describedServices = timers.services();
    StateLayout.write(describedStates, state.form(), timers, ownParts.size(), target);
  }

  /**
   * Takes out all state and timers of keys. A key without any still has a few bytes, which must be
   * put in nevertheless.
   *
   * @param keys of this subtask, no two equal
   * @param sink receives the keys' bytes one by one, in the order of the keys
   * @throws IllegalStateException if the operator has other states or timer services than were
   *     described
   */
  public void takeOut(List<K> keys, Sink sink) throws Exception {
    for (K key : keys) {
      checkIsMine(key);
    }
    K selected = backend.getCurrentKey();
    for (HandsOverKeys<? super K> part : ownParts) {
      part.flush();
    }
    List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states = state.states();
    if (!states.equals(describedStates) || !timers.services().equals(describedServices)) {
      throw new IllegalStateException(
          "Keys cannot be taken out: the operator has other states or timer services than were"
              + " described. They must be described before the same keys are taken out, with no"
              + " record between."
              + MoveBug.REMEDY);
    }
    TimerAccess<K>.Found foundTimers = timers.find(describedServices, keys);
    DataOutputSerializer bytes = new DataOutputSerializer(1024);
    DataOutputSerializer own = new DataOutputSerializer(64);
    try (KeyedStateAccess.Found<K> found = state.find(states, keys)) {
      for (int i = 0; i < keys.size(); i++) {
        K key = keys.get(i);
        bytes.clear();
        takeOutOwn(key, own, bytes);
        for (int number = 0; number < states.size(); number++) {
          takeOut(key, number, states.get(number), found, bytes);
        }
        bytes.writeInt(END);
        foundTimers.takeOut(key, bytes);
        sink.taken(i, bytes.getCopyOfBuffer());
      }
    }
    select(selected);
  }

  private void takeOutOwn(K key, DataOutputSerializer own, DataOutputSerializer target)
      throws Exception {
    for (HandsOverKeys<? super K> part : ownParts) {
      own.clear();
      backend.setCurrentKey(key);
      part.takeOut(key, own);
      target.writeInt(own.length());
      target.write(own.getSharedBuffer(), 0, own.length());
    }
  }

  /**
   * Writes the number of the state, the number of entries, and the entries; nothing if there are
   * none.
   */
  private static <K> void takeOut(
      K key,
      int number,
      RegisteredKeyValueStateBackendMetaInfo<?, ?> ofState,
      KeyedStateAccess.Found<K> found,
      DataOutputSerializer target)
      throws Exception {
    int start = target.length();
    target.writeInt(number);
    target.writeInt(0);
    int entries = found.takeOut(key, ofState, target);
    if (entries == 0) {
      target.setPosition(start);
    } else {
      target.writeIntUnsafe(entries, start + Integer.BYTES);
    }
  }

  // ------------------------------------------------------------------------------ putting in

  /**
   * Prepares for keys of another subtask, which must be put in before the operator processes
   * another record.
   *
   * @param description what {@link #describe} of that subtask has written
   * @throws IllegalStateException if this subtask cannot receive its keys
   */
  public Arrivals receive(DataInputView description) throws IOException {
    return new Arrivals(StateLayout.read(state, timers, ownParts.size(), description, classLoader));
  }

  /** Receives the keys of one other subtask. */
  public final class Arrivals {

    private final StateLayout layout;

    private Arrivals(StateLayout layout) {
      this.layout = layout;
    }

    /**
     * Puts in the state and timers of a key. There must be none under the new key yet: nothing is
     * merged.
     *
     * @param newKey of this subtask; kept, not copied
     * @param bytes what was taken out
     * @throws IllegalStateException if there is something already, naming the state
     */
    public void putIn(K newKey, byte[] bytes) throws Exception {
      checkIsMine(newKey);
      K selected = backend.getCurrentKey();
      backend.setCurrentKey(newKey);
      DataInputDeserializer source = new DataInputDeserializer(bytes);
      byte[][] own = new byte[ownParts.size()][];
      for (int i = 0; i < own.length; i++) {
        own[i] = BytePrimitiveArraySerializer.INSTANCE.deserialize(source);
      }
      for (int number = source.readInt(); number != END; number = source.readInt()) {
        state.putIn(newKey, stateOf(layout.states.get(number)), source.readInt(), source);
      }
      timers.putIn(layout.services, source);
      for (int i = 0; i < own.length; i++) {
        backend.setCurrentKey(newKey);
        ownParts.get(i).putIn(newKey, new DataInputDeserializer(own[i]));
      }
      select(selected);
    }

    /**
     * The state may not have been accessed in this subtask yet: then it is created, as by a
     * restore.
     */
    private RegisteredKeyValueStateBackendMetaInfo<?, ?> stateOf(StateMetaInfoSnapshot other)
        throws Exception {
      RegisteredKeyValueStateBackendMetaInfo<?, ?> found = state.state(other.getName());
      if (found != null) {
        return found;
      }
      state.create(new RegisteredKeyValueStateBackendMetaInfo<>(other));
      return state.state(other.getName());
    }
  }

  static IllegalStateException isThereAlready(String state) {
    return new IllegalStateException(
        "A key that arrives has an entry in the state '"
            + state
            + "' already: its records have been sent to two subtasks."
            + MoveBug.REMEDY);
  }

  private void checkIsMine(K key) {
    int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, backend.getNumberOfKeyGroups());
    if (!backend.getKeyGroupRange().contains(keyGroup)) {
      throw new IllegalArgumentException(
          String.format(
              "A key to move is of key group %d, but the subtask has %s.",
              keyGroup, backend.getKeyGroupRange()));
    }
  }

  private void select(K key) {
    if (key != null) {
      backend.setCurrentKey(key);
    }
  }
}
