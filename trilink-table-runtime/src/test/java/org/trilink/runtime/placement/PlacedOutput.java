/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.trilink.runtime.placement.PlacingSubtask.Placed;
import org.trilink.runtime.simulation.RuleBroken;

/**
 * The rules for the output of an attempt: each element that was read is emitted once, records of a
 * key in order, and watermarks neither before the records that came before them nor after those
 * that came after them.
 */
final class PlacedOutput {

  /** The elements that were read and not emitted: {@link Read} records, watermarks and statuses. */
  private final List<Object> outstanding = new ArrayList<>();

  /** By key: its key group in the records that were emitted. */
  private final Map<Long, Integer> keyGroups = new HashMap<>();

  /** A record that was read. */
  record Read(long key, int number) {}

  void read(Object element) {
    outstanding.add(element);
  }

  /** The key groups that this attempt has used so far. */
  Map<Long, Integer> keyGroups() {
    return keyGroups;
  }

  /**
   * An element was emitted.
   *
   * @param keyGroupOf takes the key group of a record's key
   */
  void emitted(Object element, ObjIntConsumer<Long> keyGroupOf) {
    if (element instanceof Placed placed) {
      Read first = firstOf(placed.key());
      RuleBroken.check(
          first != null && first.number() == placed.number(),
          "%s is emitted where %s was to come",
          placed,
          first);
      outstanding.remove(first);
      keyGroups.put(placed.key(), placed.keyGroup());
      keyGroupOf.accept(placed.key(), placed.keyGroup());
    } else {
      Iterator<Object> all = outstanding.iterator();
      Object first = all.hasNext() ? all.next() : null;
      RuleBroken.check(element.equals(first), "%s overtakes %s", element, first);
      all.remove();
    }
  }

  /**
   * Returns the first outstanding record of a key; null if there is none before the next watermark
   * or status.
   */
  private Read firstOf(long key) {
    for (Object element : outstanding) {
      if (!(element instanceof Read read)) {
        return null;
      }
      if (read.key() == key) {
        return read;
      }
    }
    return null;
  }

  void checkNothingIsLeft(String when) {
    RuleBroken.check(outstanding.isEmpty(), when + " %s have not been emitted", outstanding);
  }

  /** The records of a key that was emitted before wait for nothing but watermarks and statuses. */
  void checkKnownKeysPass() {
    for (Object element : outstanding) {
      if (!(element instanceof Read read)) {
        return;
      }
      RuleBroken.check(
          !keyGroups.containsKey(read.key()), "%s waits, but its key is known", element);
    }
  }
}
