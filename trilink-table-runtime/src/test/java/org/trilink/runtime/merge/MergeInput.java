/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.trilink.runtime.simulation.RuleBroken;

/** The input of a {@link MergeSimulation}, and the results that it must have. */
final class MergeInput {

  private static final int WINDOW = 10;
  private static final int KEYS = 4;

  /** By partition; times ascend. */
  private final List<List<Row>> partitions = new ArrayList<>();

  private final boolean windows;

  /** The numbers of records that were late when they were last read. */
  private final Set<Long> late = new HashSet<>();

  private boolean mayBeLate;

  /**
   * A record.
   *
   * @param time in ms
   */
  record Row(long key, long number, long time) {}

  MergeInput(Random random, boolean windows) {
    this.windows = windows;
    int number = 0;
    int count = 1 + random.nextInt(4);
    for (int partition = 0; partition < count; partition++) {
      List<Row> rows = new ArrayList<>();
      long time = 0;
      int size = 3 + random.nextInt(18);
      for (int i = 0; i < size; i++) {
        time += random.nextInt(5);
        rows.add(new Row(random.nextInt(KEYS), number++, time));
      }
      partitions.add(rows);
    }
  }

  /** The results of all records that were not late. */
  private Set<String> expected() {
    Map<String, long[]> sums = new TreeMap<>();
    partitions.stream()
        .flatMap(List::stream)
        .filter(row -> !late.contains(row.number))
        .forEach(
            row -> {
              String window = windows ? ", window " + (row.time / WINDOW + 1) * WINDOW : "";
              long[] sum = sums.computeIfAbsent(row.key + window, key -> new long[2]);
              sum[0]++;
              sum[1] += row.number;
            });
    Set<String> expected = new HashSet<>();
    sums.forEach(
        (key, sum) ->
            expected.add(
                "%s %s: %d records, sum %d%s"
                    .formatted(
                        windows ? "+I" : "+U", key.charAt(0), sum[0], sum[1], key.substring(1))));
    return expected;
  }

  /** From now on records may be late, as their subtask was not waited for. */
  void mayBeLate() {
    mayBeLate = true;
  }

  /** A record was read, perhaps again. */
  void wasRead(Row row, boolean isLate) {
    RuleBroken.check(mayBeLate || !isLate, "%s is late", row);
    if (isLate) {
      late.add(row.number);
    } else {
      late.remove(row.number);
    }
  }

  int partitions() {
    return partitions.size();
  }

  List<Row> rows(int partition) {
    return partitions.get(partition);
  }

  /** The watermark of a partition of which some records were read. */
  long watermark(int partition, int read) {
    return read == 0 ? Long.MIN_VALUE : partitions.get(partition).get(read - 1).time - 1;
  }

  /** A result was emitted: that of a window must be complete, and the first one. */
  void checkResult(String result, List<String> before) {
    if (windows) {
      Set<String> expected = expected();
      RuleBroken.check(
          mayBeLate || expected.contains(result),
          "%s is not among the results %s",
          result,
          expected);
      String row = keyAndWindow(result);
      RuleBroken.check(
          before.stream().noneMatch(other -> keyAndWindow(other).equals(row)),
          "%s is emitted twice",
          result);
    }
  }

  /** "+I 7: window 10". */
  private static String keyAndWindow(String result) {
    return result.substring(0, result.indexOf(':') + 1) + result.substring(result.lastIndexOf(','));
  }

  /** All results, in the order in which the results of a key were emitted. */
  void checkAll(List<String> results) {
    Set<String> found = new HashSet<>(results);
    if (!windows) {
      Map<Character, String> last = new HashMap<>();
      results.forEach(result -> last.put(result.charAt("+U ".length()), result));
      found = new HashSet<>(last.values());
    }
    RuleBroken.check(
        found.equals(expected()), "the results are %s instead of %s", found, expected());
  }

  @Override
  public String toString() {
    return (windows ? "windows of " : "groups of ") + partitions;
  }
}
