/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/** When the balance of load is judged: the values of {@code partition.monitor}. */
public enum MonitorTrigger {
  /** Never: keys stay where they were placed. */
  OFF,
  /** Once in an interval of processing time. */
  PERIOD,
  /** Once in so many records. */
  COUNT,
  /** Whenever the balance degree falls below the threshold. */
  THRESHOLD
}
