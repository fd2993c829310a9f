/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.trilink.benchmark.embedded.GeneratedRows;

/** The events of a {@link NexmarkInput}, by their places. */
final class NexmarkRows implements GeneratedRows {

  private static final long serialVersionUID = 1L;

  private final long events;
  private final int markets;
  private final long lagMillis;
  private transient NexmarkInput input;
  private transient NexmarkEvents[] ofMarkets;

  NexmarkRows(NexmarkInput input) {
    this.events = input.events();
    this.markets = input.markets();
    this.lagMillis = input.lagMillis();
  }

  @Override
  public long numbers() {
    return new NexmarkInput(events, markets, lagMillis).places();
  }

  @Override
  public void open() {
    input = new NexmarkInput(events, markets, lagMillis);
    ofMarkets = new NexmarkEvents[markets];
    for (int market = 0; market < markets; market++) {
      ofMarkets[market] = new NexmarkEvents(market, markets);
    }
  }

  @Nullable
  @Override
  public RowData row(long place) {
    return input.hasEvent(place) ? ofMarkets[input.market(place)].row(input.number(place)) : null;
  }
}
