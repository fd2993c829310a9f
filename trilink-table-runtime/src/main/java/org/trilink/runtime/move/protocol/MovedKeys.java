/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyBytes;

/**
 * The keys that Syncs have moved away from where the strategy places them, with their current key
 * groups. Immutable: each Sync creates a new map.
 */
public final class MovedKeys implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The map without moves: all keys are where the strategy puts them. */
  public static final MovedKeys NONE = new MovedKeys(0, new HashMap<>());

  /** The maximum number of keys. */
  public static final int MAX_KEYS = 100_000;

  /**
   * The maximum size of all keys, in bytes. A placing subtask receives the map in one remote call,
   * which has a maximum size ({@code akka.framesize}, 10 MB by default).
   */
  public static final int MAX_BYTES = 4 << 20;

  /** Bytes of a key besides its own: their number, and the key group. */
  private static final long ENTRY_BYTES = Integer.BYTES + Short.BYTES;

  private transient int epoch;
  private transient Map<BinaryRowData, Integer> keyGroups;

  private MovedKeys(int epoch, Map<BinaryRowData, Integer> keyGroups) {
    this.epoch = epoch;
    this.keyGroups = keyGroups;
  }

  /** The number of the Sync that has made this map; 0 for none. */
  public int epoch() {
    return epoch;
  }

  public int size() {
    return keyGroups.size();
  }

  /**
   * The key group of a key.
   *
   * @param base where the strategy puts it
   */
  public int keyGroupOf(BinaryRowData key, int base) {
    if (keyGroups.isEmpty()) {
      return base;
    }
    Integer moved = keyGroups.get(key);
    return moved == null ? base : moved;
  }

  /** Visits all moved keys, for comparison and hashing only, with their current key groups. */
  public void forEach(ObjIntConsumer<BinaryRowData> action) {
    keyGroups.forEach(action::accept);
  }

  /**
   * The map after a Sync. A key that is back where the strategy puts it is dropped, as there it is
   * also found without the map.
   */
  MovedKeys with(int number, MovingKeys moves) {
    Map<BinaryRowData, Integer> next = new HashMap<>(keyGroups);
    for (int i = 0; i < moves.size(); i++) {
      if (moves.isToBase(i)) {
        next.remove(moves.key(i));
      } else {
        next.put(moves.key(i), moves.to(i));
      }
    }
    return new MovedKeys(number, next);
  }

  /**
   * Whether the map after some moves would have at most {@link #MAX_KEYS} and {@link #MAX_BYTES}.
   */
  public boolean hasRoomFor(MovingKeys moves) {
    MovedKeys next = with(epoch, moves);
    return next.size() <= MAX_KEYS && next.sizeInBytes() <= MAX_BYTES;
  }

  private long sizeInBytes() {
    return keyGroups.keySet().stream().mapToLong(key -> ENTRY_BYTES + key.getSizeInBytes()).sum();
  }

  /**
   * Checks that moves start at the keys' current key groups.
   *
   * @throws IllegalArgumentException if one doesn't
   */
  void check(MovingKeys moves) {
    for (int i = 0; i < moves.size(); i++) {
      int now = keyGroupOf(moves.key(i), moves.from(i));
      if (now != moves.from(i)) {
        throw new IllegalArgumentException(
            "A key is to be moved from key group "
                + moves.from(i)
                + ", but it has been moved to key group "
                + now
                + " before.");
      }
    }
  }

  // ------------------------------------------------------------------------------ serialization

  void write(DataOutputView out) throws IOException {
    out.writeInt(epoch);
    out.writeInt(keyGroups.size());
    for (Map.Entry<BinaryRowData, Integer> entry : keyGroups.entrySet()) {
      KeyBytes.write(entry.getKey(), out);
      out.writeShort(entry.getValue());
    }
  }

  static MovedKeys read(DataInputView in) throws IOException {
    int epoch = in.readInt();
    int size = in.readInt();
    Map<BinaryRowData, Integer> keyGroups = new HashMap<>(2 * size);
    for (int i = 0; i < size; i++) {
      keyGroups.put(KeyBytes.read(in), in.readUnsignedShort());
    }
    return new MovedKeys(epoch, keyGroups);
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    write(new DataOutputViewStreamWrapper(out));
  }

  private void readObject(ObjectInputStream in) throws IOException {
    MovedKeys read = read(new DataInputViewStreamWrapper(in));
    epoch = read.epoch;
    keyGroups = read.keyGroups;
  }
}
