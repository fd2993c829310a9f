/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static org.trilink.benchmark.nexmark.NexmarkInput.STEP_MILLIS;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.trilink.benchmark.embedded.GeneratedRows;

/**
 * The events of a market by their numbers. Of fifty that follow each other the first is a new
 * person, the next three are new auctions, and the others are bids. The times of a market strictly
 * increase. An event depends on market and number alone, so that all runs read the same.
 *
 * <p>Half of the bids are for the first of the latest hundred auctions, the others for any of them;
 * three of four are by one person of the latest hundred, and of the auctions as many are by another
 * one. All others are by any of the latest thousand persons.
 *
 * @param market of {@code markets}, from 0; ids of different markets are different
 */
record NexmarkEvents(int market, int markets) {

  static final int PERSON = 0;
  static final int AUCTION = 1;
  static final int BID = 2;

  /** The columns of the table; what an event is not, is null. */
  static final String COLUMNS =
      """
      event_type INT,
      person ROW<id BIGINT, name STRING, email_address STRING, credit_card STRING, city STRING,
        state STRING, extra STRING>,
      auction ROW<id BIGINT, item_name STRING, description STRING, initial_bid BIGINT,
        reserve BIGINT, expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra STRING>,
      bid ROW<auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,
        extra STRING>,
      date_time TIMESTAMP(3),
      WATERMARK FOR date_time AS date_time - INTERVAL '4' SECOND""";

  /** Noon, so that it is day and night within hours. */
  private static final long START_MILLIS = 1_600_041_600_000L;

  private static final int PERSONS = 1;
  private static final int AUCTIONS = 3;
  private static final int EPOCH = 50;

  private static final long FIRST_ID = 1_000;
  private static final long FIRST_CATEGORY = 10;
  private static final int CATEGORIES = 5;

  private static final int HOT_BLOCK = 100;
  private static final int AUCTIONS_IN_FLIGHT = 100;
  private static final int ACTIVE_PERSONS = 1_000;

  /** As long as it takes until twice as many new auctions have come as are in flight. */
  private static final long LONGEST_AUCTION_MILLIS =
      2L * AUCTIONS_IN_FLIGHT * EPOCH / AUCTIONS * STEP_MILLIS;

  private static final long LEAST_PRICE = 100;
  private static final int PRICE_DOUBLINGS = 20;

  private static final NexmarkWords WORDS = new NexmarkWords();

  /** An event by its number. */
  RowData row(long number) {
    long epoch = number / EPOCH;
    int place = (int) (number % EPOCH);
    GenericRowData row = new GenericRowData(5);
    if (place < PERSONS) {
      row.setField(0, PERSON);
      row.setField(1, person(number, epoch));
    } else if (place < PERSONS + AUCTIONS) {
      row.setField(0, AUCTION);
      row.setField(2, auction(number, epoch, AUCTIONS * epoch + place - PERSONS));
    } else {
      row.setField(0, BID);
      row.setField(3, bid(number, epoch, AUCTIONS * (epoch + 1) - 1));
    }
    row.setField(4, TimestampData.fromEpochMillis(millis(number)));
    return row;
  }

  private static long millis(long number) {
    return START_MILLIS + number * STEP_MILLIS;
  }

  private RowData person(long number, long person) {
    long drawn = drawn(number);
    long more = GeneratedRows.mixed(drawn);
    return GenericRowData.of(
        id(person),
        WORDS.names.of(drawn),
        WORDS.addresses.of(drawn),
        WORDS.digits(more),
        WORDS.cities.of(more),
        WORDS.states.of(more),
        WORDS.personExtras.of(drawn));
  }

  private RowData auction(long number, long lastPerson, long auction) {
    long drawn = drawn(number);
    long more = GeneratedRows.mixed(drawn);
    long initialBid = price(more);
    long seller = below(4, drawn) == 0 ? latest(more, lastPerson, ACTIVE_PERSONS) : hot(lastPerson);
    return GenericRowData.of(
        id(auction),
        WORDS.items.of(drawn),
        WORDS.descriptions.of(drawn),
        initialBid,
        initialBid + price(GeneratedRows.mixed(more)),
        TimestampData.fromEpochMillis(millis(number) + 1 + below(LONGEST_AUCTION_MILLIS, more)),
        id(seller),
        FIRST_CATEGORY + below(CATEGORIES, drawn >>> 8),
        WORDS.auctionExtras.of(more));
  }

  private RowData bid(long number, long lastPerson, long lastAuction) {
    long drawn = drawn(number);
    long more = GeneratedRows.mixed(drawn);
    long auction =
        below(2, drawn) == 0 ? latest(more, lastAuction, AUCTIONS_IN_FLIGHT) : hot(lastAuction);
    long bidder =
        below(4, drawn >>> 8) == 0
            ? latest(GeneratedRows.mixed(more), lastPerson, ACTIVE_PERSONS)
            : Math.min(lastPerson, hot(lastPerson) + 1);
    int channel = WORDS.channel(drawn >>> 16);
    return GenericRowData.of(
        id(auction),
        id(bidder),
        price(more),
        WORDS.channelName(channel),
        WORDS.channelAddress(channel),
        WORDS.bidExtras.of(drawn));
  }

  private long id(long ofMarket) {
    return FIRST_ID + ofMarket * markets + market;
  }

  private static long hot(long last) {
    return last / HOT_BLOCK * HOT_BLOCK;
  }

  /** One of so many that came last. */
  private static long latest(long random, long last, int count) {
    return last - below(Math.min(last + 1, count), random);
  }

  /** As many between 100 and 200 as between 1 and 2 million. */
  private static long price(long random) {
    long least = LEAST_PRICE << below(PRICE_DOUBLINGS, random);
    return least + below(least, random >>> 16);
  }

  private static long below(long bound, long random) {
    return (random >>> 1) % bound;
  }

  private long drawn(long number) {
    return GeneratedRows.mixed(number * markets + market);
  }
}
