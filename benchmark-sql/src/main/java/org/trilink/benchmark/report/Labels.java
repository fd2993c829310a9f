/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Names in results as people say them. */
final class Labels {

  private static final Map<String, String> WORKLOADS =
      Map.of(
          "low-voltage", "Low voltage",
          "bridge", "Bridge",
          "ysb", "Yahoo Streaming Benchmark",
          "long-ride", "Long rides");

  private static final Map<String, String> BACKENDS = Map.of("heap", "Heap", "rocksdb", "RocksDB");

  /** The paper's order. */
  private static final List<String> ORDER = List.of("low-voltage", "bridge", "ysb");

  private Labels() {}

  static String workload(String name) {
    return WORKLOADS.getOrDefault(name, name);
  }

  /** For places with little room. */
  static String shortWorkload(String title) {
    return title.startsWith("Yahoo") ? "YSB" : title;
  }

  /** A state backend. */
  static String backend(String name) {
    return BACKENDS.getOrDefault(name, name);
  }

  /** The same within a sentence. */
  static String place(String backend) {
    return backend.equals("heap") ? "on the heap" : "in " + backend(backend);
  }

  /** Of an input: "in order", "50 % late". */
  static String order(String disorder) {
    double late = Double.parseDouble(disorder);
    return late == 0 ? "in order" : Amount.share(late) + " late";
  }

  /** Its place in the report; those that the paper does not have come last. */
  static int rank(String workload) {
    int rank = ORDER.indexOf(workload);
    return rank < 0 ? ORDER.size() : rank;
  }

  /** Within a sentence: lower case, unless it is a name. */
  static String inText(String title) {
    return title.startsWith("Yahoo")
        ? title
        : Character.toLowerCase(title.charAt(0)) + title.substring(1);
  }

  /** "1 node", "8 nodes". */
  static String nodes(String count) {
    return count.equals("1") ? "1 node" : count + " nodes";
  }

  /** The known variants among the runs in their order, then all others. */
  static List<Variant> variants(List<String> known, Runs runs) {
    List<String> there = runs.variants();
    return Stream.concat(
            known.stream().filter(there::contains),
            there.stream().filter(name -> !known.contains(name)))
        .map(Variant::of)
        .toList();
  }

  /** "a", "a and b", "a, b and c". */
  static String list(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }
}
