/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;

/** A row that leaves to another one what its class does not do itself. */
public abstract class DelegatingRow implements RowData {

  /** The other row; a class whose rows have no such fields throws what says so. */
  protected abstract RowData row();

  @Override
  public int getArity() {
    return row().getArity();
  }

  @Override
  public RowKind getRowKind() {
    return row().getRowKind();
  }

  @Override
  public void setRowKind(RowKind kind) {
    row().setRowKind(kind);
  }

  @Override
  public boolean isNullAt(int pos) {
    return row().isNullAt(pos);
  }

  @Override
  public boolean getBoolean(int pos) {
    return row().getBoolean(pos);
  }

  @Override
  public byte getByte(int pos) {
    return row().getByte(pos);
  }

  @Override
  public short getShort(int pos) {
    return row().getShort(pos);
  }

  @Override
  public int getInt(int pos) {
    return row().getInt(pos);
  }

  @Override
  public long getLong(int pos) {
    return row().getLong(pos);
  }

  @Override
  public float getFloat(int pos) {
    return row().getFloat(pos);
  }

  @Override
  public double getDouble(int pos) {
    return row().getDouble(pos);
  }

  @Override
  public StringData getString(int pos) {
    return row().getString(pos);
  }

  @Override
  public DecimalData getDecimal(int pos, int precision, int scale) {
    return row().getDecimal(pos, precision, scale);
  }

  @Override
  public TimestampData getTimestamp(int pos, int precision) {
    return row().getTimestamp(pos, precision);
  }

  @Override
  public <T> RawValueData<T> getRawValue(int pos) {
    return row().getRawValue(pos);
  }

  @Override
  public byte[] getBinary(int pos) {
    return row().getBinary(pos);
  }

  @Override
  public ArrayData getArray(int pos) {
    return row().getArray(pos);
  }

  @Override
  public MapData getMap(int pos) {
    return row().getMap(pos);
  }

  @Override
  public RowData getRow(int pos, int numFields) {
    return row().getRow(pos, numFields);
  }
}
