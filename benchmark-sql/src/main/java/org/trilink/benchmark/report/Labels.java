/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.soak.SoakBenchmark.SECONDS;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Coordinates that several benchmarks have, and their values as people say them. */
final class Labels {

  private static final String BACKEND = "backend";
  private static final String DISORDER = "disorder";
  private static final String KEYS = "keys";
  private static final String NODES = "nodes";
  private static final String OPERATOR = "operator";
  private static final String WORKLOAD = "workload";

  private static final Map<String, String> WORKLOADS =
      Map.of(
          "low-voltage", "Low voltage",
          "bridge", "Bridge",
          "ysb", "Yahoo Streaming Benchmark",
          "long-ride", "Long rides");

  /** The paper's order; those that it does not have come last. */
  private static final List<String> ORDER = List.of("low-voltage", "bridge", "ysb");

  private static final String HEAP = "heap";
  private static final String QUERY = "query";

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
    return PublishedVariant.of(runs).label();
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
    return runs.number(DISORDER) == 0;
  }

  /** The share of late records: "50 %". */
  static String disorder(Runs runs) {
    return Amount.share(runs.number(DISORDER));
  }

  /** A coordinate that is a number, with all digits: "1,000,000". */
  static String amount(Runs runs, String coordinate) {
    return Amount.exactCount(runs.number(coordinate));
  }

  static String keys(Runs runs) {
    return amount(runs, KEYS);
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

  /** Within a sentence: "Flink with a small delay". */
  static String inSentence(Runs runs) {
    return PublishedVariant.of(runs).inText();
  }

  /** The rate of a link: "no limit", "50 Mbit/s". */
  static String link(Runs runs) {
    String rate = runs.get("link-rate");
    return rate.equals("none")
        ? "no limit"
        : rate.replace("kbit", " kbit/s").replace("mbit", " Mbit/s").replace("gbit", " Gbit/s");
  }

  /** The delay of watermarks within a sentence: "no delay", "a delay of 1/2 of the skew". */
  static String delay(Runs runs) {
    String share = runs.get("delay");
    return switch (share) {
      case "0" -> "no delay";
      case "1" -> "a delay as large as the skew";
      default -> "a delay of " + share + " of the skew";
    };
  }

  /** The time of some runs: "2.5". */
  static String minutes(Runs runs) {
    return Amount.count(Math.round(runs.number(SECONDS) / 6) / 10.0);
  }

  /** The median of a metric in one quarter of the time, 0 to 3. */
  static String quarter(Runs runs, Metric metric, int number) {
    List<Runs> times = runs.by(SECONDS);
    double[] values =
        times.subList(number * times.size() / 4, (number + 1) * times.size() / 4).stream()
            .flatMapToDouble(time -> time.median(metric).stream())
            .toArray();
    return values.length == 0
        ? Amount.NONE
        : Amount.of(metric).apply(Sample.of(DoubleStream.of(values)).median());
  }

  /** The sum over all runs of some variants. */
  static String totals(List<Runs> variants, Metric metric) {
    return Amount.exactCount(variants.stream().mapToDouble(each -> each.total(metric)).sum());
  }

  /** One metric as percents of the median of another: "12 % [11 % – 13 %]". */
  static String percents(Runs runs, Metric part, Metric whole) {
    return Amount.range(runs.percent(part, whole), percent -> Amount.share(percent / 100));
  }

  /**
   * The runs of a variant that wait for records as long as they are late, where it has to and can;
   * else all of its runs.
   */
  static Runs waiting(Runs runs, String variant) {
    return Stream.of(", delay = skew", ", grace = skew")
        .map(waits -> runs.variant(variant + waits))
        .filter(waits -> !waits.isEmpty())
        .findFirst()
        .orElseGet(() -> runs.variant(variant));
  }

  /** The case that a pair of engines is of: "Q5", "OVER RANGE on the heap with 1,000 keys". */
  static String situation(Runs runs) {
    return runs.has(QUERY)
        ? "Q" + runs.get(QUERY)
        : "%s %s with %s keys".formatted(runs.get(OPERATOR), place(runs), keys(runs));
  }
}
