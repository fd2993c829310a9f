/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.trilink.benchmark.embedded.GeneratedRows;

/**
 * The rows of an {@link InOrderInput}: every key has one in each {@value #PERIOD_MILLIS} ms of
 * event time, a round, and the times of a key strictly increase. A row depends on its number alone,
 * so that all runs read the same. Not for several threads.
 */
final class InOrderRows implements GeneratedRows {

  private static final long serialVersionUID = 1L;

  private static final long PERIOD_MILLIS = 5_000;
  private static final long START_MILLIS = 1_600_000_000_000L;
  private static final int VALUES = 100;
  private static final int COLUMNS = 3;

  private final long rowsOfPart;
  private final long keysOfPart;

  /** The round whose order of keys these are; drawn once, as it takes longer than a row. */
  private long round = -1;

  private long firstKey;

  /** From one key to the next; has no divisor in common with the number of keys. */
  private long step;

  InOrderRows(long rowsOfPart, long keysOfPart) {
    this.rowsOfPart = rowsOfPart;
    this.keysOfPart = keysOfPart;
  }

  @Override
  public long numbers() {
    return InOrderInput.PARTS * rowsOfPart;
  }

  /** A row by its number; numbers of a part follow each other. */
  @Override
  public RowData row(long number) {
    long part = number / rowsOfPart;
    long place = number % rowsOfPart;
    long placeInRound = place % keysOfPart;
    begin(place / keysOfPart);
    GenericRowData row = new GenericRowData(COLUMNS);
    row.setField(0, part + InOrderInput.PARTS * ((placeInRound * step + firstKey) % keysOfPart));
    row.setField(1, (int) ((GeneratedRows.mixed(number) >>> 1) % VALUES));
    row.setField(
        2,
        TimestampData.fromEpochMillis(START_MILLIS + round * PERIOD_MILLIS + offset(placeInRound)));
    return row;
  }

  /** Each key is once in a round, in another order each time. */
  private void begin(long next) {
    if (round == next) {
      return;
    }
    round = next;
    long random = GeneratedRows.mixed(round);
    firstKey = random >>> 33;
    step = (random >>> 1) % keysOfPart;
    while (greatestCommonDivisor(step, keysOfPart) != 1) {
      step++;
    }
  }

  /**
   * Less than a period, so that a key's times in two rounds are never equal. It is even: no two
   * times are as far apart as a session's gap, which is odd. A row at the very end of a session
   * belongs to it only if Flink's watermark is not there yet, which is a matter of milliseconds.
   */
  private long offset(long placeInRound) {
    return placeInRound * (PERIOD_MILLIS / 2 - 1) / keysOfPart * 2;
  }

  private static long greatestCommonDivisor(long one, long other) {
    return other == 0 ? one : greatestCommonDivisor(other, one % other);
  }
}
