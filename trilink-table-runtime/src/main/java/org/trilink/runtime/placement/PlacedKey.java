/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.NullAwareGetters;
import org.apache.flink.types.RowKind;

/**
 * A key with a chosen hash code, from which Flink's partitioner and state backends compute the key
 * group that the strategy has chosen. Everything else is delegated to the key. Equal keys with
 * different hash codes are different placed keys: when a key's group changes, its state has to
 * move.
 */
public final class PlacedKey implements RowData, NullAwareGetters {

  /** 2^32 / golden ratio: makes the seed's upper bits depend on all lower bits of the hash. */
  private static final int SCATTER = 0x9e3779b9;

  private final BinaryRowData key;
  private int hash;

  /**
   * @param key not copied
   * @param hash the hash code: {@link #hashFor} of the key and its group
   */
  public PlacedKey(BinaryRowData key, int hash) {
    this.key = key;
    this.hash = hash;
  }

  /**
   * A key in the wanted group.
   *
   * @param key not copied
   */
  public static PlacedKey inGroup(BinaryRowData key, int keyGroup, int maxParallelism) {
    return new PlacedKey(key, hashFor(key, keyGroup, maxParallelism));
  }

  /**
   * A key in a group, as in a row that a placing operator has placed.
   *
   * @param key not copied
   */
  public static PlacedKey carried(BinaryRowData key, int keyGroup, int maxParallelism) {
    return new PlacedKey(key, PlacedRow.keyHashFor(key.hashCode(), keyGroup, maxParallelism));
  }

  /** The key group that it is in. */
  public int keyGroup(int maxParallelism) {
    return PlacedRow.keyGroupOf(hash, maxParallelism);
  }

  /** The hash code of a key in the wanted group; always the same for the same arguments. */
  public static int hashFor(BinaryRowData key, int keyGroup, int maxParallelism) {
    return KeyGroupHash.hashFor(keyGroup, maxParallelism, seedOf(key));
  }

  /** The seed by which hash codes of keys in the same group differ. */
  static int seedOf(BinaryRowData key) {
    return key.hashCode() * SCATTER;
  }

  /** The key without placement. */
  public BinaryRowData key() {
    return key;
  }

  /** The key without placement, whether or not it has one. */
  public static RowData unplaced(RowData key) {
    return key instanceof PlacedKey ? ((PlacedKey) key).key : key;
  }

  /** Sets the hash code of a reused instance, whose row has been pointed to another key. */
  PlacedKey replaceHash(int newHash) {
    hash = newHash;
    return this;
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
    return hash == that.hash && key.equals(that.key);
  }

  @Override
  public String toString() {
    return "PlacedKey(" + key.getArity() + " columns, hash " + hash + ")";
  }

  // ------------------------------------------------------------------------ the key's columns

  /** Called by Flink's joins. */
  @Override
  public boolean anyNull() {
    return key.anyNull();
  }

  @Override
  public boolean anyNull(int[] columns) {
    return key.anyNull(columns);
  }

  @Override
  public int getArity() {
    return key.getArity();
  }

  @Override
  public RowKind getRowKind() {
    return key.getRowKind();
  }

  @Override
  public void setRowKind(RowKind kind) {
    key.setRowKind(kind);
  }

  @Override
  public boolean isNullAt(int pos) {
    return key.isNullAt(pos);
  }

  @Override
  public boolean getBoolean(int pos) {
    return key.getBoolean(pos);
  }

  @Override
  public byte getByte(int pos) {
    return key.getByte(pos);
  }

  @Override
  public short getShort(int pos) {
    return key.getShort(pos);
  }

  @Override
  public int getInt(int pos) {
    return key.getInt(pos);
  }

  @Override
  public long getLong(int pos) {
    return key.getLong(pos);
  }

  @Override
  public float getFloat(int pos) {
    return key.getFloat(pos);
  }

  @Override
  public double getDouble(int pos) {
    return key.getDouble(pos);
  }

  @Override
  public StringData getString(int pos) {
    return key.getString(pos);
  }

  @Override
  public DecimalData getDecimal(int pos, int precision, int scale) {
    return key.getDecimal(pos, precision, scale);
  }

  @Override
  public TimestampData getTimestamp(int pos, int precision) {
    return key.getTimestamp(pos, precision);
  }

  @Override
  public <T> RawValueData<T> getRawValue(int pos) {
    return key.getRawValue(pos);
  }

  @Override
  public byte[] getBinary(int pos) {
    return key.getBinary(pos);
  }

  @Override
  public ArrayData getArray(int pos) {
    return key.getArray(pos);
  }

  @Override
  public MapData getMap(int pos) {
    return key.getMap(pos);
  }

  @Override
  public RowData getRow(int pos, int numFields) {
    return key.getRow(pos, numFields);
  }
}
