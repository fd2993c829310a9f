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
 * The keys with slots that a watermark will pass, in the order of event time. An entry may be
 * outdated if the slot was sent earlier for another reason.
 */
final class DueSlots {

  /** An entry itself, in bytes. */
  private static final int ENTRY = 16;

  private final OperatorMemory memory;
  private final TreeMap<Long, List<KeySlots>> keysByPassTime = new TreeMap<>();
  private long firstPassTime = Long.MAX_VALUE;

  /**
   * The time to which the previous entry was added, cached: nearly always the next one has the same
   * time.
   */
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

  /**
   * An estimate in bytes that counts the key, too: it may have been sent and only be referenced
   * from here.
   */
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

  /** Does not release the memory: the owner releases all of it at once. */
  void clear() {
    keysByPassTime.clear();
    firstPassTime = Long.MAX_VALUE;
    knownPassTime = Long.MAX_VALUE;
  }
}
