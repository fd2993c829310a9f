/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.trilink.runtime.move.protocol.SyncMarker;
import org.trilink.runtime.operator.DelegatingRow;
import org.trilink.runtime.operator.MoveBug;

/**
 * A marker of a Sync that is sent through an exchange among the rows. It never reaches a keyed
 * operator. It has no columns; only its time may be read: for MATCH_RECOGNIZE, an operator between
 * exchange and keyed operator sets the timestamps of records.
 */
public final class MarkerRow extends DelegatingRow {

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
  public TimestampData getTimestamp(int pos, int precision) {
    return NO_TIME;
  }

  @Override
  protected RowData row() {
    throw new IllegalStateException(
        "An operator received a marker of a Sync as a row." + MoveBug.REMEDY);
  }
}
