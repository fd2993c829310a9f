package org.trilink.planner.hint;

/** When the balance of the partitioning is judged: the values of {@code partition.monitor}. */
public enum MonitorTrigger {
  /** Never: the strategy that the query names stays. */
  OFF,
  /** Once in an interval of processing time. */
  PERIOD,
  /** Once in so many records. */
  COUNT,
  /** Whenever the balance degree falls below a bound. */
  THRESHOLD
}
