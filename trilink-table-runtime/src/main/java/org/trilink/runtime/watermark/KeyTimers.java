/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.util.function.BiConsumerWithException;
import org.trilink.runtime.state.KeyValue;
import org.trilink.runtime.state.KeyedValues;

/**
 * The selected key's timers in one timer service, in the order of their times. The earliest are in
 * one run, which is all that most keys have: in the key's {@link KeyTime} or, for further services,
 * in a state entry. Each later run has an entry of its own. Entries are read and written by name.
 * They are never scanned, as a scan in RocksDB has to skip all deleted entries.
 *
 * <p>The first run is kept, empty, when the last timer was removed, as most keys soon get another
 * one. It is cleared when the key is forgotten.
 */
final class KeyTimers<N> {

  private static final String NAME = "trilink-key-timers/";
  private static final long[] NO_BOUNDS = {};

  /** The size of an array without its elements, in bytes. */
  private static final int ARRAY = 16;

  private final KeyValue<TimerRun<N>> firstState;
  private final KeyValue<long[]> boundsState;
  private final MapState<Long, TimerRun<N>> laterState;

  /** The most timers of a run. */
  private final int maxSize;

  private boolean isLoaded;

  /** The earliest timers; null or empty if there is no timer. */
  @Nullable private TimerRun<N> earliest;

  /** Lower bounds of the later runs' times, in order; null if they were not read yet. */
  @Nullable private long[] bounds;

  private KeyTimers(
      String service,
      KeyedValues<?> values,
      KeyValue<TimerRun<N>> firstState,
      TypeSerializer<TimerRun<N>> serializer)
      throws Exception {
    this.firstState = firstState;
    boundsState =
        values.add(
            new ValueStateDescriptor<>(
                NAME + service + "/bounds", LongPrimitiveArraySerializer.INSTANCE),
            bounds -> ARRAY + Long.BYTES * bounds.length);
    laterState =
        values
            .backend()
            .getPartitionedState(
                VoidNamespace.INSTANCE,
                VoidNamespaceSerializer.INSTANCE,
                new MapStateDescriptor<>(
                    NAME + service + "/later", LongSerializer.INSTANCE, serializer));
    maxSize = values.keepsObjects() ? TimerRun.MAX_SIZE_OF_OBJECTS : TimerRun.MAX_SIZE;
  }

  /** Timers whose first run is in a state entry. */
  static <N> KeyTimers<N> of(
      String service, KeyedValues<?> values, TypeSerializer<N> namespaceSerializer)
      throws Exception {
    TypeSerializer<TimerRun<N>> serializer = new TimerRunSerializer<>(namespaceSerializer);
    KeyValue<TimerRun<N>> first =
        values.add(new ValueStateDescriptor<>(NAME + service, serializer), TimerRun::bytes);
    return new KeyTimers<>(service, values, first, serializer);
  }

  /**
   * Timers whose first run is in the keys' {@link KeyTime}. A key must have one before it gets a
   * timer.
   */
  static <N> KeyTimers<N> inEntries(
      String service,
      KeyedValues<?> values,
      KeyTimeState entries,
      TypeSerializer<N> namespaceSerializer)
      throws Exception {
    entries.setNamespaces(namespaceSerializer);
    return new KeyTimers<>(
        service, values, entries.timers(), new TimerRunSerializer<>(namespaceSerializer));
  }

  /** Adds a timer, with its time in ms, unless it is there. Returns whether it was not. */
  boolean add(long time, N namespace) throws Exception {
    load();
    if (earliest == null) {
      earliest = new TimerRun<>();
      earliest.add(time, namespace);
      firstState.set(earliest);
      return true;
    }
    if (!earliest.reaches(time)) {
      return addLater(time, namespace);
    }
    if (!earliest.add(time, namespace)) {
      return false;
    }
    firstState.changed();
    splitIfTooLong(earliest);
    return true;
  }

  private boolean addLater(long time, N namespace) throws Exception {
    long bound = bounds()[indexOf(time)];
    TimerRun<N> run = laterState.get(bound);
    if (!run.add(time, namespace)) {
      return false;
    }
    splitIfTooLong(run);
    laterState.put(bound, run);
    return true;
  }

  private void splitIfTooLong(TimerRun<N> run) throws Exception {
    TimerRun<N> later = run.isLongerThan(maxSize) ? run.split() : null;
    if (later == null) {
      return;
    }
    long bound = later.earliest();
    laterState.put(bound, later);
    long[] former = bounds();
    int index = indexOf(bound) + 1;
    long[] inserted = Arrays.copyOf(former, former.length + 1);
    System.arraycopy(former, index, inserted, index + 1, former.length - index);
    inserted[index] = bound;
    write(inserted);
  }

  /** Removes a timer, with its time in ms, if it is there. Returns whether it was. */
  boolean remove(long time, N namespace) throws Exception {
    load();
    if (earliest == null) {
      return false;
    }
    if (!earliest.reaches(time)) {
      return removeLater(time, namespace);
    }
    if (!earliest.remove(time, namespace)) {
      return false;
    }
    shortened();
    return true;
  }

  private boolean removeLater(long time, N namespace) throws Exception {
    int index = indexOf(time);
    long bound = bounds()[index];
    TimerRun<N> run = laterState.get(bound);
    if (!run.remove(time, namespace)) {
      return false;
    }
    if (run.isEmpty()) {
      laterState.remove(bound);
      removeBound(index);
    } else {
      laterState.put(bound, run);
    }
    return true;
  }

  /** Takes the earliest timer if it is due by a time in ms; null if none is. */
  @Nullable
  KeyTimer<N> poll(long upTo) throws Exception {
    load();
    KeyTimer<N> due = earliest == null ? null : earliest.poll(upTo);
    if (due != null) {
      shortened();
    }
    return due;
  }

  /** Time of the earliest timer in ms, {@link KeyTime#NO_TIMER} if there is none. */
  long earliest() throws IOException {
    load();
    return hasNone() ? KeyTime.NO_TIMER : earliest.earliest();
  }

  boolean isEmpty() throws IOException {
    load();
    return hasNone();
  }

  private boolean hasNone() {
    return earliest == null || earliest.isEmpty();
  }

  /** The selected key, which has no timers, is forgotten. */
  void forget() throws IOException {
    load();
    if (earliest != null && earliest.isEmpty()) {
      firstState.clear();
      earliest = null;
    }
  }

  /** How many there are, read run by run. */
  int count() throws Exception {
    load();
    if (earliest == null) {
      return 0;
    }
    int count = earliest.size();
    for (long bound : bounds()) {
      count += laterState.get(bound).size();
    }
    return count;
  }

  /**
   * Drops what is cached: another key is about to be selected, or everything was written to the
   * backend.
   */
  void unload() {
    isLoaded = false;
    earliest = null;
    bounds = null;
  }

  /** Selects one key after the other and visits their timers. */
  void forEachOfAllKeys(BiConsumerWithException<N, Long, Exception> consumer) throws Exception {
    firstState.forEachKey(() -> forEach(consumer));
  }

  private void forEach(BiConsumerWithException<N, Long, Exception> consumer) throws Exception {
    load();
    if (earliest != null) {
      earliest.forEach(consumer);
      for (long bound : bounds()) {
        laterState.get(bound).forEach(consumer);
      }
    }
  }

  private void load() throws IOException {
    if (!isLoaded) {
      earliest = firstState.get();
      isLoaded = true;
    }
  }

  /**
   * Called after a timer was removed from the earliest run: if it was the last one, the next run
   * becomes the earliest.
   */
  private void shortened() throws Exception {
    if (!earliest.isEmpty() || earliest.limit == TimerRun.NO_LIMIT) {
      firstState.changed();
    } else {
      long bound = bounds()[0];
      earliest = laterState.get(bound);
      laterState.remove(bound);
      removeBound(0);
      firstState.set(earliest);
    }
  }

  private void removeBound(int index) throws IOException {
    long[] former = bounds();
    long[] fewer = Arrays.copyOf(former, former.length - 1);
    System.arraycopy(former, index + 1, fewer, index, fewer.length - index);
    write(fewer);
  }

  /** Index of the later run that a time belongs to; -1 if it is before all of them. */
  private int indexOf(long time) throws IOException {
    int found = Arrays.binarySearch(bounds(), time);
    return found >= 0 ? found : -found - 2;
  }

  private long[] bounds() throws IOException {
    if (bounds == null) {
      long[] read = boundsState.get();
      bounds = read == null ? NO_BOUNDS : read;
    }
    return bounds;
  }

  private void write(long[] newBounds) throws IOException {
    bounds = newBounds;
    earliest.limit = newBounds.length == 0 ? TimerRun.NO_LIMIT : newBounds[0];
    firstState.changed();
    if (newBounds.length == 0) {
      boundsState.clear();
    } else {
      boundsState.set(newBounds);
    }
  }
}
