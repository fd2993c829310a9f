/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.util.SplittableRandom;

/**
 * The rides of each taxi: one after the other, most of them for minutes, some for over an hour,
 * some for over two, and now and then one for exactly two or one that is never said to end. The
 * START of some rides is held back and arrives behind the END.
 */
final class TaxiRides {

  private static final int MINUTE_MS = 60_000;

  private static final int MIN_PAUSE_MS = 2 * MINUTE_MS;
  private static final int MAX_PAUSE_MS = 20 * MINUTE_MS;
  private static final int MAX_HOLD_BACK_MS = MINUTE_MS;

  private static final int MIN_RIDE_MS = 3 * MINUTE_MS;
  private static final int USUAL_RIDE_MS = 40 * MINUTE_MS;
  private static final int LONG_RIDE_MS = 60 * MINUTE_MS;
  private static final int LIMIT_MS = (int) Ride.LIMIT_MS;
  private static final int LONGEST_RIDE_MS = 5 * 60 * MINUTE_MS;

  // Of 1,000 rides, the first are never said to end; the others last up to a usual time, and so on.
  private static final int NEVER_END = 3;
  private static final int UP_TO_USUAL = 950;
  private static final int UP_TO_LIMIT = 990;
  private static final int UP_TO_EXACTLY_LIMIT = 993;
  private static final int UP_TO_JUST_OVER_LIMIT = 995;

  private static final int NOT_HELD_BACK = -1;

  private final long[] rideIds;
  private final long[] starts;
  private final long[] ends;
  private final int[] holdBacks;
  private final boolean[] hasEnd;
  private final SplittableRandom random;
  private long lastRideId;

  TaxiRides(int taxis, SplittableRandom random) {
    rideIds = new long[taxis];
    starts = new long[taxis];
    ends = new long[taxis];
    holdBacks = new int[taxis];
    hasEnd = new boolean[taxis];
    this.random = random;
  }

  /**
   * Lets a taxi go on to its next ride.
   *
   * @param mayEnd whether there is a line left for its END
   */
  void begin(int taxi, boolean mayEnd) {
    rideIds[taxi] = ++lastRideId;
    starts[taxi] = ends[taxi] + between(MIN_PAUSE_MS, MAX_PAUSE_MS);
    int kind = random.nextInt(1_000);
    ends[taxi] = starts[taxi] + durationMs(kind);
    hasEnd[taxi] = mayEnd && kind >= NEVER_END;
    boolean isHeldBack = hasEnd[taxi] && random.nextInt(100) == 0;
    holdBacks[taxi] = isHeldBack ? between(0, MAX_HOLD_BACK_MS) : NOT_HELD_BACK;
  }

  private int durationMs(int kind) {
    if (kind < UP_TO_USUAL) {
      return between(MIN_RIDE_MS, USUAL_RIDE_MS);
    }
    if (kind < UP_TO_LIMIT) {
      return between(LONG_RIDE_MS, LIMIT_MS);
    }
    if (kind < UP_TO_EXACTLY_LIMIT) {
      return LIMIT_MS;
    }
    return kind < UP_TO_JUST_OVER_LIMIT ? LIMIT_MS + 1 : between(LIMIT_MS + 1, LONGEST_RIDE_MS);
  }

  private int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  long rideId(int taxi) {
    return rideIds[taxi];
  }

  /** How many events the ride has. */
  int events(int taxi) {
    return hasEnd[taxi] ? 2 : 1;
  }

  /**
   * Whether an event is the START.
   *
   * @param event 0 for the one that arrives first, 1 for the other
   */
  boolean isStart(int taxi, int event) {
    return (event == 0) == (holdBacks[taxi] == NOT_HELD_BACK);
  }

  /** The event's time, in milliseconds since the beginning. */
  long timeMs(int taxi, int event) {
    return isStart(taxi, event) ? starts[taxi] : ends[taxi];
  }

  /** When it would arrive if the taxi were not late, in milliseconds since the beginning. */
  long sentMs(int taxi, int event) {
    boolean isHeldBackStart = event == 1 && isStart(taxi, event);
    return isHeldBackStart ? ends[taxi] + holdBacks[taxi] : timeMs(taxi, event);
  }
}
