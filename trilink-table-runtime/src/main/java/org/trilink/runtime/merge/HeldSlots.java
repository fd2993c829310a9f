/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.trilink.runtime.key.KeyMap;
import org.trilink.runtime.operator.OperatorMemory;

/**
 * All slots that a local merge holds, by key. A key's slots are always sent in the order of their
 * ends: after the exchange, a later slot could make an earlier one late.
 */
final class HeldSlots {

  /** A key's entry in the map, with its objects, but without the bytes of the key itself. */
  private static final int KEY = 300;

  /** Receives the slots that are sent. */
  interface Output {

    void send(RowData key, Slot slot) throws Exception;
  }

  private final SlotPool pool;
  private final OperatorMemory memory;
  private final Output output;
  private final RowDataKeySelector selector;

  private final KeyMap<KeySlots> keys;
  private final KeyOrder order = new KeyOrder();

  /** The slots that are due at the subtask's watermark, and at the bound, which trails it. */
  private final DueSlots dueAtWatermark;

  private final DueSlots dueAtBound;
  private long size;

  /**
   * Empty.
   *
   * @param selector of a record's key
   * @param keys empty
   */
  HeldSlots(
      RowDataKeySelector selector,
      KeyMap<KeySlots> keys,
      SlotPool pool,
      OperatorMemory memory,
      Output output) {
    this.selector = selector;
    this.keys = keys;
    this.pool = pool;
    this.memory = memory;
    this.output = output;
    this.dueAtWatermark = new DueSlots(memory);
    this.dueAtBound = new DueSlots(memory);
  }

  /** How many slots are held. */
  long size() {
    return size;
  }

  /** The entry of a record's key, null if it has none. */
  @Nullable
  KeySlots find(RowData row) throws Exception {
    return keys.ofRecord(row);
  }

  /** The entry of a record's key, a new one if it has none. */
  KeySlots ofRecord(RowData row) throws Exception {
    KeySlots slots = keys.ofRecord(row);
    return slots == null ? add(selector.getKey(row)) : slots;
  }

  private KeySlots add(RowData key) {
    BinaryRowData copy = ((BinaryRowData) key).copy();
    KeySlots slots = new KeySlots(copy, KEY + copy.getSizeInBytes());
    keys.put(copy, slots);
    order.add(slots);
    memory.add(slots.bytes());
    return slots;
  }

  /** Opens a slot that the key does not have yet. */
  Slot open(KeySlots key, long end, long passTime) throws Exception {
    Slot slot = pool.take();
    slot.end = end;
    slot.passTime = passTime;
    key.add(slot);
    memory.add(slot.bytes);
    size++;
    return slot;
  }

  /**
   * Makes sure that a key's slots up to a time are sent at the latest when the watermark reaches
   * it.
   */
  void dueAtWatermark(KeySlots key, long time) {
    dueAtWatermark.add(key, time);
  }

  /**
   * Makes sure that a key's slots up to a time are sent at the latest when the bound reaches it.
   */
  void dueAtBound(KeySlots key, long time) {
    dueAtBound.add(key, time);
  }

  void grow(Slot slot, long bytes) {
    slot.bytes += bytes;
    memory.add(bytes);
  }

  /** Sends the key's slots up to that one. */
  void sendUpTo(KeySlots key, long end) throws Exception {
    while (!key.isEmpty() && key.first().end <= end) {
      sendFirst(key);
    }
    dropIfEmpty(key);
  }

  /** Sends the key's slots that a watermark has passed. */
  void sendPassed(KeySlots key, long watermark) throws Exception {
    while (!key.isEmpty() && key.first().passTime <= watermark) {
      sendFirst(key);
    }
    dropIfEmpty(key);
  }

  /** Sends all keys' slots that are due at a watermark or at a bound. */
  void sendDue(long watermark, long bound) throws Exception {
    sendDue(dueAtBound, bound);
    sendDue(dueAtWatermark, watermark);
  }

  private void sendDue(DueSlots due, long watermark) throws Exception {
    while (due.isDue(watermark)) {
      List<KeySlots> passed = due.removeFirst();
      for (KeySlots key : passed) {
        if (!key.isEmpty()) { // otherwise it was sent and is no longer in the map
          sendPassed(key, watermark);
        }
      }
    }
  }

  void sendAll() throws Exception {
    order.forEach(this::sendAll);
    order.clear();
    keys.clear();
    dueAtWatermark.clear();
    dueAtBound.clear();
    memory.releaseAll();
  }

  private void sendAll(KeySlots key) throws Exception {
    while (!key.isEmpty()) {
      sendFirst(key);
    }
  }

  private void sendFirst(KeySlots key) throws Exception {
    Slot slot = key.removeFirst();
    size--;
    memory.release(slot.bytes);
    output.send(key.key(), slot);
    pool.giveBack(slot);
  }

  private void dropIfEmpty(KeySlots key) {
    if (key.isEmpty() && remove(key)) {
      memory.release(key.bytes());
    }
  }

  /** Whether it was there. */
  private boolean remove(KeySlots key) {
    boolean isThere = keys.ofKey(key.key()) == key;
    if (isThere) {
      keys.remove(key.key());
      order.remove(key);
    }
    return isThere;
  }
}
