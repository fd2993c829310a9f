/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;

class NexmarkInputTest {

  private static final int PERSON_COLUMNS = 7;
  private static final int AUCTION_COLUMNS = 9;
  private static final int BID_COLUMNS = 6;

  @Test
  void ofFiftyEventsOneIsAPersonAndThreeAreAuctions() {
    assertThat(rows(NexmarkInput.inOrder(100_000)).stream().map(row -> row.getInt(0)))
        .hasSize(100_000)
        .satisfies(types -> assertThat(types).filteredOn(type -> type == 0).hasSize(2_000))
        .satisfies(types -> assertThat(types).filteredOn(type -> type == 1).hasSize(6_000))
        .satisfies(types -> assertThat(types).filteredOn(type -> type == 2).hasSize(92_000));
  }

  /** Who sells, bids or is sold has been there before, in the same part and with another time. */
  @Test
  void timesOfAPartAreInOrderAndWhatAnEventReferToIsThere() {
    NexmarkInput input = new NexmarkInput(20_000, NexmarkInput.PARTS, 0);
    for (List<RowData> part : parts(input)) {
      Set<Long> persons = new HashSet<>();
      Set<Long> auctions = new HashSet<>();
      long latest = Long.MIN_VALUE;
      for (RowData row : part) {
        assertThat(millis(row)).isGreaterThan(latest);
        latest = millis(row);
        switch (row.getInt(0)) {
          case NexmarkEvents.PERSON -> assertThat(persons.add(person(row).getLong(0))).isTrue();
          case NexmarkEvents.AUCTION -> {
            assertThat(auctions.add(auction(row).getLong(0))).isTrue();
            assertThat(persons).contains(auction(row).getLong(6));
            assertThat(auction(row).getTimestamp(5, 3).getMillisecond()).isGreaterThan(latest);
          }
          default -> {
            assertThat(auctions).contains(bid(row).getLong(0));
            assertThat(persons).contains(bid(row).getLong(1));
          }
        }
      }
    }
  }

  @Test
  void halfOfTheBidsAreForHotAuctionsAndThreeOfFourByHotBidders() {
    Map<Long, Long> ofAuctions = new HashMap<>();
    Map<Long, Long> ofBidders = new HashMap<>();
    List<RowData> rows = rows(NexmarkInput.inOrder(100_000));
    long bids = 0;
    for (RowData row : rows) {
      if (row.getInt(0) == NexmarkEvents.BID) {
        bids++;
        ofAuctions.merge(bid(row).getLong(0), 1L, Long::sum);
        ofBidders.merge(bid(row).getLong(1), 1L, Long::sum);
      }
    }

    assertThat((double) most(ofAuctions, 60) / bids).isBetween(0.45, 0.6);
    assertThat((double) most(ofBidders, 20) / bids).isBetween(0.7, 0.85);
  }

  private static long most(Map<Long, Long> counts, int keys) {
    return counts.values().stream()
        .sorted((one, other) -> Long.compare(other, one))
        .limit(keys)
        .mapToLong(count -> count)
        .sum();
  }

  /** The events are the same, and those of each key come in order, but markets are apart. */
  @Test
  void aLagChangesTheOrderOfMarketsOnly() {
    NexmarkInput ordered = new NexmarkInput(5_000, 8, 0);
    NexmarkInput lagging = new NexmarkInput(5_000, 8, 6_000);

    assertThat(rows(lagging).stream().map(NexmarkInputTest::text).sorted())
        .isEqualTo(rows(ordered).stream().map(NexmarkInputTest::text).sorted().toList());
    for (List<RowData> part : parts(lagging)) {
      Map<Long, Long> ofAuctions = new HashMap<>();
      long latest = Long.MIN_VALUE;
      long lag = 0;
      for (RowData row : part) {
        latest = Math.max(latest, millis(row));
        lag = Math.max(lag, latest - millis(row));
        if (row.getInt(0) == NexmarkEvents.BID) {
          Long before = ofAuctions.put(bid(row).getLong(0), millis(row));
          assertThat(before == null || before < millis(row)).isTrue();
        }
      }
      assertThat(lag).isEqualTo(3 * 6_000);
    }
  }

  @Test
  void refusesUnequalParts() {
    assertThatThrownBy(() -> new NexmarkInput(10, 3, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<RowData> rows(NexmarkInput input) {
    return parts(input).stream().flatMap(List::stream).toList();
  }

  private static List<List<RowData>> parts(NexmarkInput input) {
    long places = input.numbers() / NexmarkInput.PARTS;
    return LongStream.range(0, NexmarkInput.PARTS)
        .mapToObj(
            part ->
                LongStream.range(part * places, (part + 1) * places)
                    .filter(place -> input.hasEvent(place))
                    .mapToObj(
                        place ->
                            new NexmarkEvents(input.market(place), input.markets())
                                .row(input.number(place)))
                    .toList())
        .toList();
  }

  private static String text(RowData row) {
    return switch (row.getInt(0)) {
      case NexmarkEvents.PERSON -> millis(row) + ": " + person(row);
      case NexmarkEvents.AUCTION -> millis(row) + ": " + auction(row);
      default -> millis(row) + ": " + bid(row);
    };
  }

  private static long millis(RowData row) {
    return row.getTimestamp(4, 3).getMillisecond();
  }

  private static RowData person(RowData row) {
    return row.getRow(1, PERSON_COLUMNS);
  }

  private static RowData auction(RowData row) {
    return row.getRow(2, AUCTION_COLUMNS);
  }

  private static RowData bid(RowData row) {
    return row.getRow(3, BID_COLUMNS);
  }
}
