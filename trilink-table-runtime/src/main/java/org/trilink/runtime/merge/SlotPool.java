/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.runtime.dataview.UnsupportedStateDataViewStore;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;

/**
 * Creates slots, and keeps those that were sent for reuse. There are never more slots than were
 * held at the same time, so the memory estimate of the held slots covers those in the pool.
 */
final class SlotPool {

  private static final int WORD = 8;

  /** A slot without its accumulators, and its reference in the key's array, in bytes. */
  private static final int SLOT = 80;

  /** A handler without its fields. */
  private static final int HANDLER = 24;

  /** An accumulator field as an object in a row. */
  private static final int FIELD = 48;

  private final SlotAggregates aggregates;
  private final RuntimeContext context;
  private final AggsHandleFunction handler;
  private final int slotBytes;
  private final ArrayDeque<Slot> free = new ArrayDeque<>();

  SlotPool(SlotAggregates aggregates, RuntimeContext context) throws Exception {
    this.aggregates = aggregates;
    this.context = context;
    this.handler = newHandler();
    this.slotBytes = SLOT + aggregates.accumulatorFields() * FIELD + handlerBytes();
  }

  private int handlerBytes() {
    if (!aggregates.ownHandlers()) {
      return 0;
    }
    int bytes = HANDLER;
    for (Field field : handler.getClass().getDeclaredFields()) {
      bytes += Modifier.isStatic(field.getModifiers()) ? 0 : WORD;
    }
    return bytes;
  }

  private AggsHandleFunction newHandler() throws Exception {
    AggsHandleFunction created = aggregates.handler().newInstance(context.getUserCodeClassLoader());
    created.open(new UnsupportedStateDataViewStore(context)); // data views are on the heap
    return created;
  }

  /** The estimated size of an empty slot, in bytes. */
  int slotBytes() {
    return slotBytes;
  }

  /** An empty slot. */
  Slot take() throws Exception {
    Slot slot = free.poll();
    if (slot == null) {
      slot = aggregates.ownHandlers() ? new LiveSlot(newHandler()) : new StoredSlot(handler);
    }
    slot.records = 0;
    slot.maxTime = Long.MIN_VALUE;
    slot.bytes = slotBytes;
    return slot;
  }

  /** Takes back a slot that was sent. */
  void giveBack(Slot slot) throws Exception {
    slot.clear();
    free.push(slot);
  }

  void close() throws Exception {
    handler.close();
  }
}
