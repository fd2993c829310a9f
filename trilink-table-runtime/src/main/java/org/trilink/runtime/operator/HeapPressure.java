/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Tells a {@link HeapBudget} after garbage collections how full the old generation is, or with a
 * collector without generations the heap. With a collector that does not notify anybody, it tells
 * nothing.
 *
 * <p>What a collection has left is not always what is needed: G1 collects the old generation in a
 * series of collections, each of which frees a part. So the usage counts after the last one of a
 * series, which is known when another collection has not changed it, or after a full collection.
 */
final class HeapPressure implements NotificationListener {

  /** From this part of the old generation on, the heap is short. */
  private static final double SHORT = 0.75;

  /** Below this part of it, garbage included, there is much room. */
  private static final double ROOM = 0.55;

  private final List<GarbageCollectorMXBean> collectors;

  /**
   * The memory pool of the old generation, or of the heap if there are no generations; null if
   * there is no pool with a limit.
   */
  @Nullable private final MemoryPoolMXBean old;

  /** The budget that is told how full the heap is; null while nobody asks. */
  @Nullable private volatile HeapBudget budget;

  /** Bytes after the last collection of the old generation, and whether they have been judged. */
  @GuardedBy("this")
  private long left;

  @GuardedBy("this")
  private boolean isJudged = true;

  HeapPressure(List<GarbageCollectorMXBean> collectors, @Nullable MemoryPoolMXBean old) {
    this.collectors = old == null ? Collections.emptyList() : collectors;
    this.old = old;
  }

  /** The garbage collectors of this process. */
  static HeapPressure ofProcess() {
    return new HeapPressure(
        ManagementFactory.getGarbageCollectorMXBeans(),
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(HeapPressure::isOld)
            .findAny()
            .orElse(null));
  }

  /** Only the pool where objects end up has a threshold: its usage grows until a collection. */
  private static boolean isOld(MemoryPoolMXBean pool) {
    return pool.getType() == MemoryType.HEAP
        && pool.isUsageThresholdSupported()
        && pool.getCollectionUsage() != null
        && pool.getUsage().getMax() > 0;
  }

  /** Tells a budget from now on. */
  void watch(HeapBudget ofCaches) {
    budget = ofCaches;
    for (GarbageCollectorMXBean collector : collectors) {
      if (collector instanceof NotificationEmitter) {
        ((NotificationEmitter) collector).addNotificationListener(this, null, null);
      }
    }
  }

  /** Tells nobody any more. */
  void ignore() {
    budget = null;
    for (GarbageCollectorMXBean collector : collectors) {
      if (collector instanceof NotificationEmitter) {
        try {
          ((NotificationEmitter) collector).removeNotificationListener(this);
        } catch (ListenerNotFoundException e) {
          throw new IllegalStateException(
              "Nobody but this class removes its listeners of garbage collections.", e);
        }
      }
    }
  }

  @Override
  public void handleNotification(Notification notification, @Nullable Object unused) {
    HeapBudget ofCaches = budget;
    if (ofCaches != null && old != null) {
      MemoryUsage now = old.getUsage();
      collected(
          ofCaches,
          isFull(notification),
          old.getCollectionUsage().getUsed(),
          now.getUsed(),
          now.getMax());
    }
  }

  private static boolean isFull(Notification notification) {
    return notification.getUserData() instanceof CompositeData
        && "end of major GC".equals(((CompositeData) notification.getUserData()).get("gcAction"));
  }

  /**
   * Judges a garbage collection.
   *
   * @param isFull whether it has left nothing but what is needed
   * @param after what the last collection of the old generation has left there
   * @param now what the old generation has, garbage included
   * @param max what it can have; all in bytes
   */
  synchronized void collected(HeapBudget ofCaches, boolean isFull, long after, long now, long max) {
    boolean isLast = isFull || (after == left && !isJudged);
    isJudged = isFull || after == left;
    left = after;
    if (isLast && after >= SHORT * max) {
      ofCaches.lower();
    } else if (now < ROOM * max) {
      ofCaches.raise();
    }
  }
}
