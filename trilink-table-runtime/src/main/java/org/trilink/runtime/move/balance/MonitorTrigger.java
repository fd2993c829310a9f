/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.time.Duration;

/**
 * Decides when the balance is judged. It is evaluated with each report. Its values are checked by
 * {@link MonitorSettings}. Times are in ms.
 */
abstract class MonitorTrigger {

  private MonitorTrigger() {}

  /** A trigger that never fires. */
  static MonitorTrigger never() {
    return new MonitorTrigger() {
      @Override
      boolean isDue(long now, long records, double balanceDegree) {
        return false;
      }
    };
  }

  /** A trigger that fires once per interval. */
  static MonitorTrigger period(Duration interval) {
    long millis = interval.toMillis();
    return new MonitorTrigger() {
      private Long last;

      @Override
      boolean isDue(long now, long records, double balanceDegree) {
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
  static MonitorTrigger count(long needed) {
    return new MonitorTrigger() {
      private long counted;

      @Override
      boolean isDue(long now, long more, double balanceDegree) {
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
  static MonitorTrigger threshold(double threshold, Duration pause) {
    return new MonitorTrigger() {
      private Long last;

      @Override
      boolean isDue(long now, long records, double balanceDegree) {
        boolean due = balanceDegree < threshold && (last == null || now - last >= pause.toMillis());
        if (due) {
          last = now;
        }
        return due;
      }
    };
  }

  /**
   * Whether to judge now; if so, the trigger starts over.
   *
   * @param records that have arrived since the last call
   * @param balanceDegree of the current placement
   */
  abstract boolean isDue(long now, long records, double balanceDegree);
}
