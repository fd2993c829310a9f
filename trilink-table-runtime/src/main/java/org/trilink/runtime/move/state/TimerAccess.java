/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupedInternalPriorityQueue;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.streaming.api.operators.InternalTimerServiceImpl;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.apache.flink.streaming.api.operators.TimerSerializer;
import org.trilink.runtime.flink.StateField;

/**
 * The timers of an operator's keys, in all of its timer services. They are found by key group, in
 * one pass for all keys, and removed and registered through the services themselves, so that their
 * in-memory data stays consistent, and the next processing-time timer is scheduled.
 */
final class TimerAccess<K> {

  private static final String PROCESSING = "_timer_state/processing_";
  private static final String EVENT = "_timer_state/event_";

  private final KeyedStateBackend<K> backend;
  private final int keyGroups;
  private final KeyedStateAccess<K> state;

  /** The operator's own services by name, not a copy. */
  private final Map<String, InternalTimerServiceImpl<K, ?>> services;

  /**
   * @param keyGroups of the job: its max parallelism
   * @param manager of the operator; Flink's own, not one that wraps it
   */
  @SuppressWarnings("unchecked") // as the manager declares it
  TimerAccess(
      KeyedStateBackend<K> backend,
      int keyGroups,
      KeyedStateAccess<K> state,
      InternalTimeServiceManagerImpl<K> manager) {
    this.backend = backend;
    this.keyGroups = keyGroups;
    this.state = state;
    services = StateField.TIMER_SERVICES.of(manager, Map.class);
  }

  /** The names of all services, in an order that is stable until another one is created. */
  List<String> services() {
    return new ArrayList<>(services.keySet());
  }

  /** A service's serializer of namespaces; null if there is no such service. */
  @Nullable
  TypeSerializer<?> namespaces(String service) {
    InternalTimerServiceImpl<K, ?> found = services.get(service);
    return found == null ? null : found.getNamespaceSerializer();
  }

  /** Finds the timers of keys. */
  Found find(List<String> inServices, Collection<K> keys) throws Exception {
    Set<K> wanted = new HashSet<>(keys);
    Set<Integer> groups = new HashSet<>();
    for (K key : wanted) {
      groups.add(KeyGroupRangeAssignment.assignToKeyGroup(key, keyGroups));
    }
    Map<K, List<Timer<K, ?>>> found = new HashMap<>();
    for (int i = 0; i < inServices.size(); i++) {
      String name = inServices.get(i);
      InternalTimerServiceImpl<K, ?> service = services.get(name);
      find(i, service, true, EVENT + name, groups, wanted, found);
      find(i, service, false, PROCESSING + name, groups, wanted, found);
    }
    return new Found(found);
  }

  private <N> void find(
      int number,
      InternalTimerServiceImpl<K, N> service,
      boolean isEventTime,
      String queueName,
      Set<Integer> groups,
      Set<K> wanted,
      Map<K, List<Timer<K, ?>>> found)
      throws Exception {
    KeyGroupedInternalPriorityQueue<TimerHeapInternalTimer<K, N>> queue =
        queueOf(service, isEventTime);
    TimerHeapInternalTimer<K, N> first = queue.peek();
    if (first == null) {
      return;
    }
    TimerSerializer<K, N> serializer =
        new TimerSerializer<>(service.getKeySerializer(), service.getNamespaceSerializer());
    for (int group : groups) {
      Collection<TimerHeapInternalTimer<K, N>> timers =
          state.timers(queueName, group, first.getTimestamp(), serializer);
      if (timers == null) {
        timers = queue.getSubsetForKeyGroup(group);
      }
      for (TimerHeapInternalTimer<K, N> timer : timers) {
        if (wanted.contains(timer.getKey())) {
          found
              .computeIfAbsent(timer.getKey(), key -> new ArrayList<>(2))
              .add(new Timer<>(number, service, isEventTime, timer));
        }
      }
    }
  }

  @SuppressWarnings("unchecked") // as the service declares it
  private static <K, N> KeyGroupedInternalPriorityQueue<TimerHeapInternalTimer<K, N>> queueOf(
      InternalTimerServiceImpl<K, N> service, boolean isEventTime) {
    StateField queue =
        isEventTime ? StateField.EVENT_TIME_TIMERS : StateField.PROCESSING_TIME_TIMERS;
    return queue.of(service, KeyGroupedInternalPriorityQueue.class);
  }

  /** Registers timers of the selected key. */
  void putIn(List<String> ofServices, DataInputView source) throws IOException {
    int timers = source.readInt();
    for (int i = 0; i < timers; i++) {
      String name = ofServices.get(source.readInt());
      InternalTimerServiceImpl<K, ?> service = services.get(name);
      if (service == null) {
        throw new IllegalStateException(
            "A key that arrives has timers in the timer service '"
                + name
                + "', which this subtask has not asked for: keys of this operator cannot be moved."
                + " Set 'partition.monitor' to 'off'.");
      }
      register(service, source);
    }
  }

  private static <N> void register(InternalTimerServiceImpl<?, N> service, DataInputView source)
      throws IOException {
    boolean isEventTime = source.readBoolean();
    long time = source.readLong();
    N namespace = service.getNamespaceSerializer().deserialize(source);
    if (isEventTime) {
      service.registerEventTimeTimer(namespace, time);
    } else {
      service.registerProcessingTimeTimer(namespace, time);
    }
  }

  /** The timers that were found. */
  final class Found {

    private final Map<K, List<Timer<K, ?>>> timers;

    private Found(Map<K, List<Timer<K, ?>>> timers) {
      this.timers = timers;
    }

    /** How many bytes {@link #takeOut} would write. */
    long countBytes(K key) throws IOException {
      DataOutputSerializer bytes = new DataOutputSerializer(64);
      long count = Integer.BYTES;
      for (Timer<K, ?> timer : ofKey(key)) {
        bytes.clear();
        timer.write(bytes);
        count += bytes.length();
      }
      return count;
    }

    /** Writes the timers of a key, and removes them; selects the key. */
    void takeOut(K key, DataOutputView target) throws IOException {
      List<Timer<K, ?>> ofKey = ofKey(key);
      backend.setCurrentKey(key);
      target.writeInt(ofKey.size());
      for (Timer<K, ?> timer : ofKey) {
        timer.write(target);
        timer.remove();
      }
    }

    private List<Timer<K, ?>> ofKey(K key) {
      return timers.getOrDefault(key, Collections.emptyList());
    }
  }

  /** A timer and its service. */
  private static final class Timer<K, N> {

    private final int serviceNumber;
    private final InternalTimerServiceImpl<K, N> service;
    private final boolean isEventTime;
    private final TimerHeapInternalTimer<K, N> timer;

    private Timer(
        int serviceNumber,
        InternalTimerServiceImpl<K, N> service,
        boolean isEventTime,
        TimerHeapInternalTimer<K, N> timer) {
      this.serviceNumber = serviceNumber;
      this.service = service;
      this.isEventTime = isEventTime;
      this.timer = timer;
    }

    private void write(DataOutputView target) throws IOException {
      target.writeInt(serviceNumber);
      target.writeBoolean(isEventTime);
      target.writeLong(timer.getTimestamp());
      service.getNamespaceSerializer().serialize(timer.getNamespace(), target);
    }

    /** Removes the timer; its key must be the selected one. */
    private void remove() {
      if (isEventTime) {
        service.deleteEventTimeTimer(timer.getNamespace(), timer.getTimestamp());
      } else {
        service.deleteProcessingTimeTimer(timer.getNamespace(), timer.getTimestamp());
      }
    }
  }
}
