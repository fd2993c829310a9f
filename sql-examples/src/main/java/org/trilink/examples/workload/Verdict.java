package org.trilink.examples.workload;

import java.util.List;

/**
 * A run's result, row by row against the oracle's.
 *
 * @param windows all windows
 * @param alerts the windows that are alerts
 * @param readingsExpected input readings that belong to a window
 * @param readingsCovered how many of them the result's windows count
 * @param differences the first few differences, one line each
 */
public record Verdict(
    RowComparison windows,
    RowComparison alerts,
    long readingsExpected,
    long readingsCovered,
    List<String> differences) {

  public Verdict {
    differences = List.copyOf(differences);
  }

  /** Whether every window and every alert is right, and there is no other row. */
  public boolean exact() {
    return windows.exact() && alerts.exact();
  }
}
