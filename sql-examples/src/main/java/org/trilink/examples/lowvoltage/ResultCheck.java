package org.trilink.examples.lowvoltage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.trilink.examples.workload.RowComparison;

/** Compares the rows of one result topic with the windows expected in it. */
final class ResultCheck {

  private static final int MAX_DIFFERENCES = 5;

  private final String kind;
  private final Map<WindowKey, VoltageWindow> windows;
  private final Predicate<VoltageWindow> isExpected;
  private final Set<WindowKey> seen = new HashSet<>();
  private final List<String> differences = new ArrayList<>();

  private long matching;
  private long wrong;
  private long unexpected;
  private long duplicate;
  private long readingsCovered;

  /**
   * @param kind what a row is called in a difference
   * @param windows all windows of the input
   * @param isExpected which of them belong into the topic
   */
  ResultCheck(
      String kind, Map<WindowKey, VoltageWindow> windows, Predicate<VoltageWindow> isExpected) {
    this.kind = kind;
    this.windows = windows;
    this.isExpected = isExpected;
  }

  void accept(byte[] line) {
    Optional<WindowRow> row = WindowRow.parse(line);
    Optional<WindowRow> expected = row.map(WindowRow::key).flatMap(this::expectedRow);
    if (expected.isEmpty()) {
      unexpected++;
      report("unexpected", new String(line, StandardCharsets.UTF_8));
    } else if (!seen.add(expected.get().key())) {
      duplicate++;
      report("duplicate", text(row.get()));
    } else {
      compare(row.get(), expected.get());
    }
  }

  private Optional<WindowRow> expectedRow(WindowKey key) {
    return Optional.ofNullable(windows.get(key))
        .filter(isExpected)
        .map(window -> WindowRow.of(key, window));
  }

  private void compare(WindowRow row, WindowRow expected) {
    readingsCovered += Math.min(row.readings(), expected.readings());
    if (row.matches(expected)) {
      matching++;
    } else {
      wrong++;
      report("wrong", text(row) + ", expected " + text(expected));
    }
  }

  /** The comparison of all rows taken so far. */
  RowComparison finish() {
    List<WindowKey> missing =
        windows.entrySet().stream()
            .filter(entry -> isExpected.test(entry.getValue()) && !seen.contains(entry.getKey()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    missing.stream()
        .limit(MAX_DIFFERENCES)
        .forEach(key -> report("missing", text(WindowRow.of(key, windows.get(key)))));
    long expected = seen.size() + (long) missing.size();
    return new RowComparison(expected, matching, missing.size(), wrong, unexpected, duplicate);
  }

  /** How many readings of the expected windows the rows count; no row counts beyond its window. */
  long readingsCovered() {
    return readingsCovered;
  }

  /** The first few differences, one line each. */
  List<String> differences() {
    return differences;
  }

  private void report(String what, String row) {
    if (differences.size() < MAX_DIFFERENCES) {
      differences.add("%s %s: %s".formatted(what, kind, row));
    }
  }

  private static String text(WindowRow row) {
    return new String(row.toJson(), StandardCharsets.UTF_8);
  }
}
