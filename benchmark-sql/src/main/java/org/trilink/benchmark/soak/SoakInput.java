/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.time.Duration;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.GeneratedTable;

/**
 * Readings at a steady rate, of keys that live for two minutes: new ones come all the time, and old
 * ones fall silent for ever. One key in ten sleeps every other minute. Some readings are an hour
 * late, and some a day ahead; none of these counts. A reading depends on its number alone.
 *
 * @param seconds for which it goes on
 */
record SoakInput(long seconds) {

  /** One for each subtask of the source, with keys of its own. */
  static final int PARTS = EmbeddedFlink.SLOTS;

  /** Readings a second of each part. */
  static final int RATE_OF_PART = 10_000;

  /** Keys of a part that are alive at a time. */
  static final int KEYS_OF_PART = 5_000;

  /** In SQL; no reading can come from behind its arrival and make the watermark go ahead of it. */
  private static final String COLUMNS =
      "k BIGINT, v BIGINT, ts TIMESTAMP(3), arrived TIMESTAMP(3),"
          + " WATERMARK FOR ts AS CASE WHEN ts <= arrived THEN ts - INTERVAL '0.001' SECOND END";

  /** Longer than a key that sleeps. */
  static final Duration MAX_SKEW = Duration.ofMinutes(5);

  /** Shorter than that. */
  static final Duration IDLE_TIMEOUT = Duration.ofSeconds(20);

  static final Duration MAX_LEAD = Duration.ofHours(1);

  private static final long LIFE_MILLIS = 120_000;
  private static final long SLEEP_MILLIS = 60_000;
  private static final int SLEEPER = 10;

  private static final int LATE = 1_009;
  private static final long LATE_BY_MILLIS = 3_600_000;
  private static final int AHEAD = 1_013;
  private static final long AHEAD_BY_MILLIS = 86_400_000;

  /** A key has had readings, and the subtask watermarks, when it is so old. */
  private static final long GROWN_UP_MILLIS = 10_000;

  private static final long START_MILLIS = 1_600_000_000_000L;

  /** The statement that makes a table of this input, which the job's own source generates. */
  String ddl(String name) {
    return GeneratedTable.ddl(name, COLUMNS, new SoakRows(rowsOfPart()));
  }

  long rowsOfPart() {
    return seconds * RATE_OF_PART;
  }

  long rows() {
    return PARTS * rowsOfPart();
  }

  /** When it arrives, in ms since the beginning. */
  static long arrival(long place) {
    return place * 1_000 / RATE_OF_PART;
  }

  /** In ms since 1970. */
  static long arrivalTime(long place) {
    return START_MILLIS + arrival(place);
  }

  /**
   * The key of a reading.
   *
   * @param place in its part, from 0
   */
  static long key(int part, long place) {
    long slot = slot(place);
    return ((age(place) / LIFE_MILLIS) * KEYS_OF_PART + slot) * PARTS + part;
  }

  /** While a key sleeps, the next one has its readings. */
  private static long slot(long place) {
    long slot = place % KEYS_OF_PART;
    boolean sleeps = slot % SLEEPER == 0 && arrival(place) / SLEEP_MILLIS % 2 == 1;
    return sleeps ? slot + 1 : slot;
  }

  /** In ms, that of its predecessors included; not all of them are of the same age. */
  private static long age(long place) {
    return arrival(place) + slot(place) * LIFE_MILLIS / KEYS_OF_PART;
  }

  /** Neither late nor ahead. */
  static boolean counts(long place) {
    return offset(place) == 0;
  }

  /** Event time in ms since 1970. */
  static long time(long place) {
    return arrivalTime(place) + offset(place);
  }

  private static long offset(long place) {
    boolean grownUp =
        place % KEYS_OF_PART % SLEEPER > 1
            && arrival(place) > GROWN_UP_MILLIS
            && age(place) % LIFE_MILLIS > GROWN_UP_MILLIS;
    if (grownUp && place % LATE == 0) {
      return -LATE_BY_MILLIS;
    }
    return grownUp && place % AHEAD == 0 ? AHEAD_BY_MILLIS : 0;
  }

  static long value(long place) {
    return ((place * 0x9E3779B97F4A7C15L) >>> 40) % 100;
  }
}
