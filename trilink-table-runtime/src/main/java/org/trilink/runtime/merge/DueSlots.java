/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.trilink.runtime.operator.OperatorMemory;

/**
 * Which keys hold slots that a watermark will pass, in its order. An entry may be out of date: the
 * slot has been sent since, for another reason.
 */
final class DueSlots {

  /** An entry itself, in bytes. */
  private static final int ENTRY = 16;

  private final OperatorMemory memory;
  private final TreeMap<Long, List<KeySlots>> keysByPassTime = new TreeMap<>();
  private long firstPassTime = Long.MAX_VALUE;

  /** Where the entry before was added: nearly always it is the same time. */
  private long knownPassTime = Long.MAX_VALUE;

  private List<KeySlots> knownKeys = new ArrayList<>();

  DueSlots(OperatorMemory memory) {
    this.memory = memory;
  }

  void add(KeySlots key, long passTime) {
    if (passTime != knownPassTime) {
      knownKeys = keysByPassTime.computeIfAbsent(passTime, time -> new ArrayList<>());
      knownPassTime = passTime;
      firstPassTime = Math.min(firstPassTime, passTime);
    }
    knownKeys.add(key);
    memory.add(bytes(key));
  }

  /** The key may have been sent, and only be kept from here. */
  private static long bytes(KeySlots key) {
    return ENTRY + key.bytes();
  }

  boolean isDue(long watermark) {
    return firstPassTime <= watermark && !keysByPassTime.isEmpty();
  }

  /** Takes out the keys of the earliest pass time. */
  List<KeySlots> removeFirst() {
    List<KeySlots> keys = keysByPassTime.pollFirstEntry().getValue();
    keys.forEach(key -> memory.release(bytes(key)));
    firstPassTime = keysByPassTime.isEmpty() ? Long.MAX_VALUE : keysByPassTime.firstKey();
    knownPassTime = Long.MAX_VALUE;
    return keys;
  }

  /** The memory is released by whoever releases all. */
  void clear() {
    keysByPassTime.clear();
    firstPassTime = Long.MAX_VALUE;
    knownPassTime = Long.MAX_VALUE;
  }
}
