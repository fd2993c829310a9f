/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Coordinates that several benchmarks have, and their values as people say them. */
final class Labels {

  static final String BACKEND = "backend";
  static final String DISORDER = "disorder";
  static final String KEYS = "keys";
  static final String NODES = "nodes";
  static final String OPERATOR = "operator";
  static final String WORKLOAD = "workload";

  private static final Map<String, String> WORKLOADS =
      Map.of(
          "low-voltage", "Low voltage",
          "bridge", "Bridge",
          "ysb", "Yahoo Streaming Benchmark",
          "long-ride", "Long rides");

  /** The paper's order; those that it does not have come last. */
  private static final List<String> ORDER = List.of("low-voltage", "bridge", "ysb");

  private static final String HEAP = "heap";

  private Labels() {}

  /** Each workload's runs, in the report's order. */
  static List<Runs> byWorkload(Runs runs) {
    return runs.values(WORKLOAD).stream()
        .sorted(CoordinateOrder.first(ORDER))
        .map(workload -> runs.where(WORKLOAD, workload))
        .toList();
  }

  static String workload(Runs runs) {
    String name = runs.get(WORKLOAD);
    return WORKLOADS.getOrDefault(name, name);
  }

  /** For places with little room. */
  static String shortWorkload(String title) {
    return title.startsWith("Yahoo") ? "YSB" : title;
  }

  static String variant(Runs runs) {
    return Variant.of(runs).label();
  }

  static boolean isHeap(Runs runs) {
    return runs.get(BACKEND).equals(HEAP);
  }

  /** A state backend. */
  static String backend(Runs runs) {
    return isHeap(runs) ? "Heap" : "RocksDB";
  }

  /** The state backend within a sentence: "on the heap", "in RocksDB". */
  static String place(Runs runs) {
    return isHeap(runs) ? "on the heap" : "in " + backend(runs);
  }

  /** The order of an input: "in order", "50 % late". */
  static String order(Runs runs) {
    return isInOrder(runs) ? "in order" : disorder(runs) + " late";
  }

  private static boolean isInOrder(Runs runs) {
    return Double.parseDouble(runs.get(DISORDER)) == 0;
  }

  /** The share of late records: "50 %". */
  static String disorder(Runs runs) {
    return Amount.share(Double.parseDouble(runs.get(DISORDER)));
  }

  /** A coordinate's value as it is in the results. */
  static Function<Runs, String> of(String coordinate) {
    return runs -> runs.get(coordinate);
  }

  /** A coordinate that is a number, with all digits: "1,000,000". */
  static Function<Runs, String> number(String coordinate) {
    return runs -> Amount.exactCount(Double.parseDouble(runs.get(coordinate)));
  }

  static String keys(Runs runs) {
    return number(KEYS).apply(runs);
  }

  /** How many runs, as a cell of a table. */
  static String count(Runs runs) {
    return String.valueOf(runs.count());
  }

  /** Within a sentence: lower case, unless it is a name. */
  static String inText(String title) {
    return title.startsWith("Yahoo")
        ? title
        : Character.toLowerCase(title.charAt(0)) + title.substring(1);
  }

  /** "1 node", "8 nodes". */
  static String nodes(Runs runs) {
    String count = runs.get(NODES);
    return count.equals("1") ? "1 node" : count + " nodes";
  }

  /** "a", "a and b", "a, b and c". */
  static String list(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }
}
