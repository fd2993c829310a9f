/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.GeneratedRows;

/**
 * The events of some auction markets, which have nothing in common: a person sells and bids in one
 * market only. So all records of an auction, and all of a person, are in one part of the input, in
 * order. There are as many parts as readers, with the same number of markets each.
 *
 * @param events of each market
 * @param markets how many; the even ones are in the first part
 * @param lagMillis by how much event time of a market is behind that of the market before it in the
 *     same part when they are read; with 0 each part is in order
 */
record NexmarkInput(long events, int markets, long lagMillis) implements GeneratedRows {

  /** How many parts; one for each subtask of the source. */
  static final int PARTS = EmbeddedFlink.SLOTS;

  /** From one event of a market to the next. */
  static final long STEP_MILLIS = 4;

  NexmarkInput {
    if (markets % PARTS != 0) {
      throw new IllegalArgumentException(
          "%d markets are not %d equal parts".formatted(markets, PARTS));
    }
    if (lagMillis % STEP_MILLIS != 0) {
      throw new IllegalArgumentException(
          "a lag of %d ms is no multiple of %d ms".formatted(lagMillis, STEP_MILLIS));
    }
  }

  /**
   * So many events in order, of one market a part, or a few more, so that parts are equal.
   *
   * @param events of all markets
   */
  static NexmarkInput inOrder(long events) {
    return new NexmarkInput((events + PARTS - 1) / PARTS, PARTS, 0);
  }

  /** How many places all parts have; at some of them there is no event. */
  @Override
  public long numbers() {
    return PARTS * placesOfPart();
  }

  private long placesOfPart() {
    return marketsOfPart() * (events + (marketsOfPart() - 1) * lagEvents());
  }

  private int marketsOfPart() {
    return markets / PARTS;
  }

  private long lagEvents() {
    return lagMillis / STEP_MILLIS;
  }

  /** The market of a place; the places of a part follow each other. */
  int market(long place) {
    long part = place / placesOfPart();
    long inTurn = place % placesOfPart() % marketsOfPart();
    return (int) (part + PARTS * inTurn);
  }

  /** Whether there is an event at a place. */
  boolean hasEvent(long place) {
    long number = number(place);
    return number >= 0 && number < events;
  }

  /** The number within its market of the event at a place. */
  long number(long place) {
    long inTurn = place % placesOfPart() % marketsOfPart();
    return place % placesOfPart() / marketsOfPart() - inTurn * lagEvents();
  }

  @Nullable
  @Override
  public RowData row(long place) {
    return hasEvent(place) ? new NexmarkEvents(market(place), markets).row(number(place)) : null;
  }
}
