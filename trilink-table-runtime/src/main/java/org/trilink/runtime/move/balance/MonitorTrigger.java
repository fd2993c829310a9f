/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.time.Duration;

/** Decides when the balance is judged. It is evaluated with each report. Times are in ms. */
public abstract class MonitorTrigger {

  private MonitorTrigger() {}

  /** A trigger that never fires. */
  static MonitorTrigger never() {
    return new MonitorTrigger() {
      @Override
      public boolean isDue(long now, long records, double balanceDegree) {
        return false;
      }
    };
  }

  /** A trigger that fires once per interval. */
  public static MonitorTrigger period(Duration interval) {
    long millis = positive(interval.toMillis(), "interval of the monitor, in ms,");
    return new MonitorTrigger() {
      private Long last;

      @Override
      public boolean isDue(long now, long records, double balanceDegree) {
        if (last == null) {
          last = now;
        }
        boolean due = now - last >= millis;
        if (due) {
          last = now;
        }
        return due;
      }
    };
  }

  /** A trigger that fires once per this number of records. */
  public static MonitorTrigger count(long records) {
    long needed = positive(records, "number of records of the monitor");
    return new MonitorTrigger() {
      private long counted;

      @Override
      public boolean isDue(long now, long more, double balanceDegree) {
        counted += more;
        boolean due = counted >= needed;
        if (due) {
          counted %= needed;
        }
        return due;
      }
    };
  }

  /**
   * A trigger that fires when the balance degree is below a threshold; while it stays there, once
   * per pause.
   *
   * @param pause between two judgements
   */
  public static MonitorTrigger threshold(double threshold, Duration pause) {
    if (!(threshold > 0 && threshold <= 1)) {
      throw new IllegalArgumentException(
          "The threshold of the monitor must be above 0, up to 1, but is " + threshold + ".");
    }
    return new MonitorTrigger() {
      private Long last;

      @Override
      public boolean isDue(long now, long records, double balanceDegree) {
        boolean due = balanceDegree < threshold && (last == null || now - last >= pause.toMillis());
        if (due) {
          last = now;
        }
        return due;
      }
    };
  }

  private static long positive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException("The " + name + " must be above 0, but is " + value + ".");
    }
    return value;
  }

  /**
   * Whether to judge now; if so, the trigger starts over.
   *
   * @param records that have arrived since the last call
   * @param balanceDegree of the current placement
   */
  public abstract boolean isDue(long now, long records, double balanceDegree);
}
