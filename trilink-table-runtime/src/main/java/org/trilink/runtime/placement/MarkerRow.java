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
import org.apache.flink.types.RowKind;
import org.trilink.runtime.move.protocol.SyncMarker;
import org.trilink.runtime.operator.MoveBug;

/**
 * A marker of a Sync that is sent through an exchange among the rows. It never reaches a keyed
 * operator. It has no columns; only its time may be read: for MATCH_RECOGNIZE, an operator between
 * exchange and keyed operator sets the timestamps of records.
 */
public final class MarkerRow implements RowData {

  private static final TimestampData NO_TIME = TimestampData.fromEpochMillis(0);

  private final SyncMarker marker;

  MarkerRow(SyncMarker marker) {
    this.marker = marker;
  }

  public SyncMarker marker() {
    return marker;
  }

  @Override
  public int getArity() {
    return 0;
  }

  @Override
  public RowKind getRowKind() {
    return RowKind.INSERT;
  }

  @Override
  public void setRowKind(RowKind kind) {
    throw hasNoColumns();
  }

  @Override
  public TimestampData getTimestamp(int pos, int precision) {
    return NO_TIME;
  }

  @Override
  public boolean isNullAt(int pos) {
    throw hasNoColumns();
  }

  @Override
  public boolean getBoolean(int pos) {
    throw hasNoColumns();
  }

  @Override
  public byte getByte(int pos) {
    throw hasNoColumns();
  }

  @Override
  public short getShort(int pos) {
    throw hasNoColumns();
  }

  @Override
  public int getInt(int pos) {
    throw hasNoColumns();
  }

  @Override
  public long getLong(int pos) {
    throw hasNoColumns();
  }

  @Override
  public float getFloat(int pos) {
    throw hasNoColumns();
  }

  @Override
  public double getDouble(int pos) {
    throw hasNoColumns();
  }

  @Override
  public StringData getString(int pos) {
    throw hasNoColumns();
  }

  @Override
  public DecimalData getDecimal(int pos, int precision, int scale) {
    throw hasNoColumns();
  }

  @Override
  public <T> RawValueData<T> getRawValue(int pos) {
    throw hasNoColumns();
  }

  @Override
  public byte[] getBinary(int pos) {
    throw hasNoColumns();
  }

  @Override
  public ArrayData getArray(int pos) {
    throw hasNoColumns();
  }

  @Override
  public MapData getMap(int pos) {
    throw hasNoColumns();
  }

  @Override
  public RowData getRow(int pos, int numFields) {
    throw hasNoColumns();
  }

  private static IllegalStateException hasNoColumns() {
    return new IllegalStateException(
        "An operator received a marker of a Sync as a row." + MoveBug.REMEDY);
  }
}
