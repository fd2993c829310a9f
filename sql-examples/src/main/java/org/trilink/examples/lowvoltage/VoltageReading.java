/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import org.trilink.examples.workload.EventTime;

/**
 * One input line as the scripts' table shows it.
 *
 * @param sensorId null if the line has no readable one
 * @param voltage in volts; null if the line has no readable one
 * @param ts epoch milliseconds; null if the line has no readable one
 */
record VoltageReading(Long sensorId, Double voltage, Long ts) {

  /** Whether {@link #ts()} is one that Flink can take. */
  boolean hasEventTime() {
    return EventTime.isValid(ts);
  }
}
