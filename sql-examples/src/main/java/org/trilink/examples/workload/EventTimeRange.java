/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

/** Epoch milliseconds as Flink's {@code TO_TIMESTAMP_LTZ} takes them. */
public final class EventTimeRange {

  /** The years 0000 to 9999: outside them TO_TIMESTAMP_LTZ, and so the event time, is null. */
  private static final long MIN_MS = -62_167_219_200_000L;

  private static final long MAX_MS = 253_402_300_799_999L;

  private EventTimeRange() {}

  /** Whether they are an event time; null is none. */
  public static boolean isValid(Long ms) {
    return ms != null && ms >= MIN_MS && ms <= MAX_MS;
  }
}
