/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.trilink.benchmark.embedded.GeneratedRows;

/** The readings of a {@link SoakInput}, each when it is due. */
final class SoakRows implements GeneratedRows {

  private static final long serialVersionUID = 1L;

  /** How many readings come together: those of 10 ms. */
  private static final int BATCH = SoakInput.RATE_OF_PART / 100;

  private static final int COLUMNS = 4;

  private final long rowsOfPart;
  private transient long begun;

  SoakRows(long rowsOfPart) {
    this.rowsOfPart = rowsOfPart;
  }

  @Override
  public long numbers() {
    return SoakInput.PARTS * rowsOfPart;
  }

  @Override
  public RowData row(long number) {
    int part = (int) (number / rowsOfPart);
    long place = number % rowsOfPart;
    if (place == 0) {
      begun = System.nanoTime();
    }
    if (place % BATCH == 0) {
      await(place);
    }
    GenericRowData row = new GenericRowData(COLUMNS);
    row.setField(0, SoakInput.key(part, place));
    row.setField(1, SoakInput.value(place));
    row.setField(2, TimestampData.fromEpochMillis(SoakInput.time(place)));
    row.setField(3, TimestampData.fromEpochMillis(SoakInput.arrivalTime(place)));
    return row;
  }

  private void await(long place) {
    long due = begun + TimeUnit.MILLISECONDS.toNanos(SoakInput.arrival(place));
    long left = due - System.nanoTime();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = due - System.nanoTime();
    }
  }
}
