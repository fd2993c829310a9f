/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.BiConsumerWithException;

/** A timer service with the event time of the selected key. Processing time is Flink's. */
final class KeyTimerService<K, N> implements InternalTimerService<N> {

  private final KeyTimeServiceManager<K> keyTime;
  private final InternalTimerService<N> flinks;
  private final Triggerable<K, N> target;
  private final KeyTimers<N> timers;

  KeyTimerService(
      KeyTimeServiceManager<K> keyTime,
      InternalTimerService<N> flinks,
      Triggerable<K, N> target,
      KeyTimers<N> timers) {
    this.keyTime = keyTime;
    this.flinks = flinks;
    this.target = target;
    this.timers = timers;
  }

  /** The selected key's timers. */
  KeyTimers<N> timers() {
    return timers;
  }

  /** Fires the selected key's timers up to a time, in order. Returns whether there was one. */
  boolean fire(K key, long upTo) throws Exception {
    boolean hasFired = false;
    for (KeyTimer<N> due = timers.poll(upTo); due != null; due = timers.poll(upTo)) {
      keyTime.metrics().timerRemoved();
      target.onEventTime(new TimerHeapInternalTimer<>(due.time(), key, due.namespace()));
      hasFired = true;
    }
    return hasFired;
  }

  /** The target of Flink's own service: loads the key's watermark before it calls the operator. */
  static <K, N> Triggerable<K, N> loading(
      KeyTimeServiceManager<K> keyTime, Triggerable<K, N> target) {
    return new Triggerable<K, N>() {
      @Override
      public void onProcessingTime(InternalTimer<K, N> timer) throws Exception {
        keyTime.load();
        target.onProcessingTime(timer);
      }

      /**
       * A timer from a savepoint that the operator took when it did not yet have key-level
       * watermarks.
       */
      @Override
      public void onEventTime(InternalTimer<K, N> timer) throws Exception {
        keyTime.load();
        target.onEventTime(timer);
      }
    };
  }

  // ------------------------------------------------------------------------------ event time

  @Override
  public long currentWatermark() {
    return keyTime.currentWatermark();
  }

  @Override
  public void registerEventTimeTimer(N namespace, long time) {
    keyTime.loadOrCreate();
    try {
      if (timers.add(time, namespace)) {
        keyTime.metrics().timerAdded();
      }
    } catch (Exception e) {
      throw new FlinkRuntimeException("A timer could not be registered.", e);
    }
    keyTime.registered(time);
  }

  @Override
  public void deleteEventTimeTimer(N namespace, long time) {
    try {
      if (timers.remove(time, namespace)) {
        keyTime.metrics().timerRemoved();
      }
    } catch (Exception e) {
      throw new FlinkRuntimeException("A timer could not be deleted.", e);
    }
  }

  @Override
  public void forEachEventTimeTimer(BiConsumerWithException<N, Long, Exception> consumer)
      throws Exception {
    keyTime.unloadAll();
    timers.forEachOfAllKeys(consumer);
    flinks.forEachEventTimeTimer(consumer);
  }

  // ------------------------------------------------------------------------- processing time

  @Override
  public long currentProcessingTime() {
    return flinks.currentProcessingTime();
  }

  @Override
  public void registerProcessingTimeTimer(N namespace, long time) {
    flinks.registerProcessingTimeTimer(namespace, time);
  }

  @Override
  public void deleteProcessingTimeTimer(N namespace, long time) {
    flinks.deleteProcessingTimeTimer(namespace, time);
  }

  @Override
  public void forEachProcessingTimeTimer(BiConsumerWithException<N, Long, Exception> consumer)
      throws Exception {
    flinks.forEachProcessingTimeTimer(consumer);
  }
}
