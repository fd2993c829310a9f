package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.trilink.runtime.key.NumberedKeys;

/**
 * All that a local merge holds, by key. A key's slots leave in the order of their ends, whatever
 * makes them leave: behind the exchange a later one could make an earlier one late.
 */
final class HeldSlots {

  /** A key's entry in the map, with its objects, but without the bytes of the key itself. */
  private static final int KEY = 300;

  /** Takes what leaves. */
  interface Output {

    void send(RowData key, Slot slot) throws Exception;
  }

  private final SlotPool pool;
  private final MergeMemory memory;
  private final Output output;
  private final RowDataKeySelector selector;

  /** Null if keys have no numbers; then they are in the other map. */
  @Nullable private final NumberedKeys<KeySlots> numbered;

  private final Map<RowData, KeySlots> keys = new HashMap<>();

  /** By the subtask's watermark, and by the bound that trails it. */
  private final DueSlots dueAtWatermark;

  private final DueSlots dueAtBound;
  private long size;

  /**
   * Empty.
   *
   * @param selector of a record's key
   * @param numbered empty; null if keys have no numbers
   */
  HeldSlots(
      RowDataKeySelector selector,
      @Nullable NumberedKeys<KeySlots> numbered,
      SlotPool pool,
      MergeMemory memory,
      Output output) {
    this.selector = selector;
    this.numbered = numbered;
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

  /** The entry of a record's key, a new one if it has none. */
  KeySlots ofRecord(RowData row) throws Exception {
    KeySlots slots;
    if (numbered != null) {
      slots = numbered.ofRecord(row);
      return slots == null ? add(selector.getKey(row)) : slots;
    }
    RowData key = selector.getKey(row);
    slots = keys.get(key);
    return slots == null ? add(key) : slots;
  }

  private KeySlots add(RowData key) {
    BinaryRowData copy = ((BinaryRowData) key).copy();
    KeySlots slots = new KeySlots(copy, KEY + copy.getSizeInBytes());
    if (numbered == null) {
      keys.put(copy, slots);
    } else {
      numbered.put(copy, slots);
    }
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

  /** Has a key's slot sent no later than with a watermark that passes it. */
  void dueAtWatermark(KeySlots key, Slot slot) {
    dueAtWatermark.add(key, slot.passTime);
  }

  /** Has a key's slot sent no later than with a bound that passes it. */
  void dueAtBound(KeySlots key, Slot slot) {
    dueAtBound.add(key, slot.passTime);
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
        if (!key.isEmpty()) { // else it was sent, and is not in the map any more
          sendPassed(key, watermark);
        }
      }
    }
  }

  void sendAll() throws Exception {
    if (numbered == null) {
      for (KeySlots key : keys.values()) {
        sendAll(key);
      }
      keys.clear();
    } else {
      List<KeySlots> all = new ArrayList<>();
      numbered.forEach(all::add);
      for (KeySlots key : all) {
        sendAll(key);
      }
      numbered.clear();
    }
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
    if (numbered == null) {
      return keys.remove(key.key(), key);
    }
    boolean isThere = numbered.ofKey(key.key()) == key;
    if (isThere) {
      numbered.remove(key.key());
    }
    return isThere;
  }
}
