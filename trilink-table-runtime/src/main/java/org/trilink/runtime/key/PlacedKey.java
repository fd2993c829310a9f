/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryFormat;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.data.binary.NullAwareGetters;
import org.apache.flink.types.RowKind;
import org.trilink.runtime.operator.DelegatingRow;

/**
 * A key with a chosen hash code, from which Flink's partitioner and state backends compute the key
 * group that the strategy has chosen. Equal keys with different hash codes are different placed
 * keys: when a key's group changes, its state has to move.
 *
 * <p>It has just the bytes of the key's binary row. Keys in state are many: two objects take less
 * memory than the six of a {@link BinaryRowData}, and maps compare them with fewer cache misses.
 */
public final class PlacedKey extends DelegatingRow implements NullAwareGetters {

  /** 2^32 / golden ratio: makes the seed's upper bits depend on all lower bits of the hash. */
  private static final int SCATTER = 0x9e3779b9;

  private final byte[] bytes;
  private final int arity;
  private final int hash;

  private PlacedKey(byte[] bytes, int arity, int hash) {
    this.bytes = bytes;
    this.arity = arity;
    this.hash = hash;
  }

  /**
   * Creates a placed key.
   *
   * @param key not changed any more; its bytes are copied only where it has no array of its own
   * @param hash the hash code: {@link #hashFor} of the key and its group
   */
  public PlacedKey(BinaryRowData key, int hash) {
    this(
        BinarySegmentUtils.getBytes(key.getSegments(), key.getOffset(), key.getSizeInBytes()),
        key.getArity(),
        hash);
  }

  /** A placed key with a copy of the key's bytes. */
  public static PlacedKey copyOf(BinaryRowData key, int hash) {
    return new PlacedKey(bytesOf(key), key.getArity(), hash);
  }

  /** An array is copied from faster than a segment is. */
  private static byte[] bytesOf(BinaryRowData key) {
    MemorySegment[] segments = key.getSegments();
    int offset = key.getOffset();
    int size = key.getSizeInBytes();
    return segments.length == 1 && !segments[0].isOffHeap()
        ? Arrays.copyOfRange(segments[0].getArray(), offset, offset + size)
        : BinarySegmentUtils.copyToBytes(segments, offset, size);
  }

  /**
   * A key in the wanted group.
   *
   * @param key as for {@link #PlacedKey(BinaryRowData, int)}
   */
  public static PlacedKey inGroup(BinaryRowData key, int keyGroup, int maxParallelism) {
    return new PlacedKey(key, hashFor(key, keyGroup, maxParallelism));
  }

  /**
   * A key in a group, as in a row that a placing operator has placed.
   *
   * @param key as for {@link #PlacedKey(BinaryRowData, int)}
   */
  public static PlacedKey carried(BinaryRowData key, int keyGroup, int maxParallelism) {
    return new PlacedKey(key, KeyGroupHash.hashFor(keyGroup, maxParallelism, key.hashCode()));
  }

  /** A placed key without content. */
  static PlacedKey empty(int arity) {
    return new PlacedKey(new byte[BinaryRowData.calculateFixPartSizeInBytes(arity)], arity, 0);
  }

  /** Reads what {@link #write} wrote. */
  static PlacedKey read(DataInputView source, int arity) throws IOException {
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return new PlacedKey(bytes, arity, source.readInt());
  }

  /**
   * Writes the key as Flink writes a binary row, the size in bytes first, and then the hash code.
   * So keys are in RocksDB in the same order as Flink's, and those that are alike are together.
   */
  void write(DataOutputView target) throws IOException {
    target.writeInt(bytes.length);
    target.write(bytes);
    target.writeInt(hash);
  }

  /** The key group that it is in. */
  public int keyGroup(int maxParallelism) {
    return KeyGroupHash.keyGroupOf(hash, maxParallelism);
  }

  /** The hash code of a key in the wanted group; always the same for the same arguments. */
  public static int hashFor(BinaryRowData key, int keyGroup, int maxParallelism) {
    return KeyGroupHash.hashFor(keyGroup, maxParallelism, seedOf(key));
  }

  /** The seed by which hash codes of keys in the same group differ. */
  public static int seedOf(BinaryRowData key) {
    return key.hashCode() * SCATTER;
  }

  /** The key without placement: a new row over the same bytes. */
  public BinaryRowData key() {
    BinaryRowData row = new BinaryRowData(arity);
    row.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return row;
  }

  /** The key without placement, whether or not it has one. */
  public static RowData unplaced(RowData key) {
    return key instanceof PlacedKey ? ((PlacedKey) key).key() : key;
  }

  /** The size of a key's binary row, in bytes, whether or not it is placed. */
  public static int sizeInBytes(RowData key) {
    return key instanceof PlacedKey
        ? ((PlacedKey) key).bytes.length
        : ((BinaryFormat) key).getSizeInBytes();
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof PlacedKey)) {
      return false;
    }
    PlacedKey that = (PlacedKey) other;
    return hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public String toString() {
    return "PlacedKey(" + arity + " columns, hash " + hash + ")";
  }

  // ------------------------------------------------------------------------ the key's columns

  /** Called by Flink's joins. */
  @Override
  public boolean anyNull() {
    for (int i = 0; i < arity; i++) {
      if (isNullAt(i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean anyNull(int[] columns) {
    for (int column : columns) {
      if (isNullAt(column)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int getArity() {
    return arity;
  }

  @Override
  public RowKind getRowKind() {
    return RowKind.fromByteValue(bytes[0]);
  }

  @Override
  public void setRowKind(RowKind kind) {
    bytes[0] = kind.toByteValue();
  }

  /** The bits of a binary row's columns come after the bits of its kind. */
  @Override
  public boolean isNullAt(int pos) {
    int bit = pos + BinaryRowData.HEADER_SIZE_IN_BITS;
    return (bytes[bit >>> 3] >>> (bit & 7) & 1) != 0;
  }

  /** Each column has 8 bytes behind the bits; here are those of fixed length. */
  private int offset(int pos) {
    return BinaryRowData.calculateBitSetWidthInBytes(arity) + pos * Long.BYTES;
  }

  private ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  @Override
  public boolean getBoolean(int pos) {
    return getByte(pos) != 0;
  }

  @Override
  public byte getByte(int pos) {
    return bytes[offset(pos)];
  }

  @Override
  public short getShort(int pos) {
    return buffer().getShort(offset(pos));
  }

  @Override
  public int getInt(int pos) {
    return buffer().getInt(offset(pos));
  }

  @Override
  public long getLong(int pos) {
    return buffer().getLong(offset(pos));
  }

  @Override
  public float getFloat(int pos) {
    return buffer().getFloat(offset(pos));
  }

  @Override
  public double getDouble(int pos) {
    return buffer().getDouble(offset(pos));
  }

  @Override
  protected BinaryRowData row() {
    return key();
  }
}
