/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.trilink.benchmark.peers.Peer;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.Metric;

/** Results of all benchmarks with made-up figures, some of them lossy, some without a range. */
final class SampleResults {

  private static final List<String> LOSSY = List.of("flink", "flink, small delay");

  private SampleResults() {}

  static List<ResultBuilder> all() {
    return List.of(
        throughput(),
        operators(),
        peers(),
        nexmark(),
        watermark(),
        balance(),
        switching(),
        exchange(),
        latency(),
        state(),
        checkpoints(),
        chaos(),
        soak());
  }

  static void writeAll(Path folder) throws IOException {
    for (ResultBuilder result : all()) {
      result.write(folder);
    }
  }

  static ResultBuilder throughput() {
    ResultBuilder result = new ResultBuilder("throughput");
    double base = 100_000;
    for (String workload : List.of("low-voltage", "bridge", "ysb")) {
      for (int nodes : new int[] {1, 2, 4, 8}) {
        String[] situation = {
          "figure", "14", "workload", workload, "nodes", "" + nodes, "disorder", "0.5"
        };
        double flink = base * Math.pow(nodes, 0.7);
        double trilink = workload.equals("ysb") ? 0.8 * flink : 2.1 * base * Math.pow(nodes, 0.9);
        result
            .of("flink", situation)
            .rows(8_120, 10_000, 61_000)
            .runs(flink, 1.05 * flink, 0.97 * flink);
        result.of("trilink", situation).complete().runs(trilink, 1.08 * trilink, 0.95 * trilink);
      }
      for (String disorder : List.of("0.5", "0.0")) {
        recordPath(result, workload, disorder, 10 * base);
      }
      base *= 0.8;
    }
    return result;
  }

  static ResultBuilder operators() {
    ResultBuilder result = new ResultBuilder("operators");
    List<String> operators = List.of("GROUP BY TUMBLE", "MATCH_RECOGNIZE", "window Top-N");
    for (String backend : List.of("heap", "rocksdb")) {
      double factor = backend.equals("heap") ? 0.7 : 2.5;
      for (String operator : operators) {
        for (String keys : List.of("1000", "10000", "1000000")) {
          String[] situation = {"operator", operator, "backend", backend, "keys", keys};
          double flink = 2e6 / Math.sqrt(Double.parseDouble(keys));
          boolean differs = backend.equals("heap") && operator.endsWith("N");
          result.of("flink", situation).complete().runs(flink, 1.1 * flink, 0.9 * flink);
          result
              .of("trilink", situation)
              .rows(differs ? 0 : 10_000, 10_000, 0)
              .runs(factor * flink, 1.05 * factor * flink, 0.95 * factor * flink);
          factor *= 1.2;
        }
      }
    }
    return result;
  }

  /** In order, and late with and without waiting. */
  static ResultBuilder peers() {
    ResultBuilder result = new ResultBuilder("peers");
    for (String disorder : List.of("0.0", "0.5")) {
      boolean late = disorder.equals("0.5");
      String[] situation = {"workload", "low-voltage", "nodes", "2", "disorder", disorder};
      double rate = 3e6;
      for (Peer peer : Peer.values()) {
        if (late && peer.canWait()) {
          result.of(peer.variant(false), situation).rows(4_210, 10_000, 321_000).runs(1.1 * rate);
        }
        result.of(peer.variant(late), situation).complete().runs(rate, 1.05 * rate, 0.94 * rate);
        rate *= 0.8;
      }
    }
    return result;
  }

  static ResultBuilder checkpoints() {
    ResultBuilder result = new ResultBuilder("checkpoints");
    for (String operator : List.of("OVER RANGE", "window TVF TUMBLE")) {
      for (String backend : List.of("heap", "rocksdb")) {
        double cost = backend.equals("heap") ? 0.99 : 0.96;
        double flink = backend.equals("heap") ? 1e6 : 4e5;
        for (String interval : List.of("none", "30 s", "5 s", "1 s")) {
          String[] situation = {"operator", operator, "backend", backend, "checkpoints", interval};
          double trilink = 2.1 * flink;
          pausing(interval, 3, result.of("flink", situation)).runs(flink, 1.1 * flink);
          pausing(interval, 20, result.of("trilink", situation)).runs(trilink, 0.9 * trilink);
          flink *= cost;
        }
      }
    }
    return result;
  }

  private static ResultBuilder.Situation pausing(
      String interval, double millis, ResultBuilder.Situation runs) {
    return interval.equals("none")
        ? runs.complete()
        : runs.complete()
            .value(Metric.CHECKPOINTS, 12)
            .value(Metric.CHECKPOINT_BYTES, 3_100_000)
            .value(Metric.CHECKPOINT_PAUSE_P50, millis)
            .value(Metric.CHECKPOINT_PAUSE_MAX, 2 * millis);
  }

  /** A heap that grows, and one that does not. */
  static ResultBuilder soak() {
    ResultBuilder result = new ResultBuilder("soak");
    for (String backend : List.of("heap", "rocksdb")) {
      for (int point = 1; point <= 24; point++) {
        double growth = backend.equals("heap") ? 1 + point / 24.0 : 1;
        result
            .of("trilink", "backend", backend, "seconds", String.valueOf(600 * point))
            .complete()
            .value(Metric.HEAP_BYTES, 6e7 * growth)
            .value(Metric.CHECKPOINT_BYTES, 1.4e6)
            .value(Metric.STATE_FILES_BYTES, backend.equals("heap") ? 0 : 2.5e7)
            .value(Metric.KEYS_IN_STATE, 11_670)
            .value(Metric.THREADS, 84)
            .value(Metric.FILE_HANDLES, 310)
            .runs();
      }
    }
    return result;
  }

  /** One of them with missing rows. */
  static ResultBuilder chaos() {
    ResultBuilder result = new ResultBuilder("chaos");
    for (String backend : List.of("heap", "rocksdb")) {
      for (String variant : List.of("flink", "trilink, shuffle", "trilink, ahead-keyby")) {
        boolean wrong = variant.endsWith("keyby") && backend.equals("rocksdb");
        result
            .of(variant, "backend", backend)
            .rows(wrong ? 9_998 : 10_000, 10_000, 0)
            .value(Metric.ROWS_MISSING, wrong ? 2 : 0)
            .value(Metric.FAULTS, 17)
            .value(Metric.RESTORES, 23)
            .value(Metric.RECOVERY_P50, 4_210)
            .value(Metric.RECOVERY_MAX, 17_400)
            .runs();
      }
    }
    return result;
  }

  /** One without a hint, one with other rows, and one that mini-batches are for. */
  static ResultBuilder nexmark() {
    ResultBuilder result = new ResultBuilder("nexmark");
    for (int query = 0; query < 24; query++) {
      String number = String.valueOf(query);
      double flink = 1e6 / (1 + query % 5);
      double factor = query == 0 ? 0.99 : 0.6 + 0.2 * query;
      if (query > 0) {
        result.setting(
            "query %02d: hint".formatted(query),
            "'watermark' = 'key', 'watermark.max-skew' = '20 s', 'exchange' = 'local-merge'");
      }
      result.of("flink", "query", number).complete().runs(flink, 1.1 * flink, 0.9 * flink);
      if (query == 15) {
        result
            .of("flink, mini-batch", "query", number)
            .complete()
            .runs(2 * flink, 2.1 * flink, 1.9 * flink);
      }
      result
          .of("trilink", "query", number)
          .rows(query == 7 ? 0 : 10_000, 10_000, 0)
          .runs(factor * flink, 1.05 * factor * flink, 0.95 * factor * flink);
    }
    return result;
  }

  private static void recordPath(
      ResultBuilder result, String workload, String disorder, double flink) {
    String[] programs = {
      "part", "record path", "workload", workload, "nodes", "2", "disorder", disorder
    };
    result.of("bare consumer", programs).value(Metric.RECORDS, 1e6).runs(4.4 * flink);
    result.of("hand-written", programs).complete().runs(3.6 * flink, 3.5 * flink, 3.7 * flink);
    for (String backend : List.of("heap", "rocksdb")) {
      String[] engines = {
        "part",
        "record path",
        "workload",
        workload,
        "nodes",
        "2",
        "disorder",
        disorder,
        "backend",
        backend
      };
      double factor = backend.equals("heap") ? 1.7 : 0.9;
      ResultBuilder.Situation stock = result.of("flink", engines);
      (disorder.equals("0.0") ? stock.complete() : stock.rows(8_120, 10_000, 61_000))
          .runs(flink, 1.04 * flink, 0.98 * flink);
      result
          .of("trilink", engines)
          .complete()
          .runs(factor * flink, 1.05 * factor * flink, 0.96 * factor * flink);
    }
  }

  static ResultBuilder watermark() {
    ResultBuilder result = new ResultBuilder("watermark").unfinished();
    double right = 9_000;
    for (String disorder : List.of("0.25", "0.50", "0.75")) {
      String[] situation = {"workload", "low-voltage", "disorder", disorder};
      result
          .of("flink, small delay", situation)
          .rows(right, 10_000, 20 * (10_000 - right))
          .runs(410_000, 420_000, 400_000);
      result.of("flink, delay = skew", situation).complete().runs(280_000, 300_000, 270_000);
      result.of("flink, late firing", situation).complete().runs(120_000, 130_000, 110_000);
      result.of("trilink", situation).complete().runs(640_000, 660_000, 630_000);
      result.of("trilink, local-merge", situation).complete().runs(810_000, 830_000, 790_000);
      String[] paced = {"workload", "low-voltage", "disorder", disorder, "phase", "latency"};
      latency(result, "flink, small delay", paced, 300);
      latency(result, "flink, delay = skew", paced, 61_000);
      latency(result, "flink, late firing", paced, 900);
      latency(result, "trilink", paced, 250);
      latency(result, "trilink, local-merge", paced, 270);
      right -= 2_500;
    }
    double rate = 400_000;
    double lost = 120_000;
    for (String delay : List.of("0", "1/4", "1/2", "1")) {
      result
          .of("flink", "sweep", "delay", "delay", delay)
          .rows(10_000 - lost / 20, 10_000, lost)
          .runs(rate, 1.02 * rate);
      rate -= 60_000;
      lost -= 40_000;
      lost = Math.max(0, lost);
    }
    return result.of("trilink", "sweep", "delay", "delay", "0").complete().runs(610_000);
  }

  private static void latency(
      ResultBuilder result, String variant, String[] situation, double millis) {
    result
        .of(variant, situation)
        .complete()
        .value(Metric.LATENCY_P50, millis / 3)
        .value(Metric.LATENCY_P99, millis)
        .value(Metric.LATENCY_MAX, 2 * millis)
        .runs();
  }

  static ResultBuilder balance() {
    ResultBuilder result = new ResultBuilder("balance");
    for (String keys : List.of("100", "1000", "100000", "1000000")) {
      result
          .of("flink", "figure", "7", "keys", keys)
          .value(Metric.BALANCE_DEGREE, Math.log10(Double.parseDouble(keys)) / 13)
          .runs();
    }
    List<Long> loads = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      loads.add(i < 33 ? 15_500L : i < 52 ? 17_000L : 24_000L);
    }
    result.of("flink", "table", "3").loads(loads).runs();
    List<String> strategies =
        List.of("flink", "hash", "modulo", "least-key", "least-count", "least-count with history");
    for (String keys : List.of("uniform", "skewed")) {
      for (String data : List.of("uniform", "skewed")) {
        for (String strategy : strategies) {
          double degree =
              (strategies.indexOf(strategy) + 4) / 10.0 - (data.equals("skewed") ? 0.1 : 0);
          result
              .of(strategy, "figure", "15", "keys", keys, "data", data)
              .value(Metric.BALANCE_DEGREE, degree)
              .runs();
        }
      }
    }
    double degree = 0.26;
    for (String strategy : List.of("flink", "modulo", "least-key", "least-count with history")) {
      result
          .of(strategy, "figure", "16")
          .complete()
          .value(Metric.BALANCE_DEGREE, degree)
          .runs(30_000 * degree, 32_000 * degree, 31_000 * degree);
      degree += 0.2;
    }
    return result;
  }

  static ResultBuilder switching() {
    ResultBuilder result = new ResultBuilder("switch");
    List<String> rates = List.of("0", "0.1", "1", "5", "10", "30");
    for (String rate : rates) {
      String[] situation = {"changes per minute", rate};
      double loss = 1 - 0.08 * rates.indexOf(rate);
      switching(result, "flink", 0.26, situation).runs(50_000, 51_000, 49_000);
      double best = rate.equals("0") ? 110_000 : 60_000;
      switching(result, "least-count with history", 0.3, situation).runs(best);
      switching(result, "auto", 0.9 * loss, situation)
          .value(Metric.SYNCS, 5)
          .value(Metric.KEYS_MOVED, 90)
          .value(Metric.STATE_MOVED, 45_000)
          .value(Metric.PAUSE_P50, 40)
          .value(Metric.PAUSE_P99, 90)
          .runs(104_000 * loss);
    }
    switching(result, "flink, savepoint and restart", 0.26, "changes per minute", "1")
        .value(Metric.PAUSE_P50, 4_000)
        .value(Metric.PAUSE_P99, 5_000)
        .runs(40_000);
    for (String state : List.of("10 MB", "1 GB")) {
      result
          .of("auto", "state moved", state)
          .complete()
          .value(Metric.SYNCS, state.equals("1 GB") ? 16 : 1)
          .value(Metric.KEYS_MOVED, state.equals("1 GB") ? 512 : 64)
          .value(Metric.STATE_MOVED, state.equals("1 GB") ? 1e9 : 1e7)
          .value(Metric.PAUSE_P50, 200)
          .value(Metric.PAUSE_P99, 300)
          .value(Metric.OUTPUT_GAP_MAX, 450)
          .runs();
    }
    return result;
  }

  /** The first half is as even as it gets, the second one not. */
  private static ResultBuilder.Situation switching(
      ResultBuilder result, String variant, double degree, String... situation) {
    List<BalancePoint> balance = new ArrayList<>();
    for (int second = 1; second <= 20; second++) {
      balance.add(new BalancePoint(second, 50_000, second <= 10 ? degree : degree / 2));
    }
    return result
        .of(variant, situation)
        .complete()
        .balance(balance)
        .value(Metric.BALANCE_DEGREE, degree)
        .value(Metric.OUTPUT_GAP_MAX, 300);
  }

  static ResultBuilder exchange() {
    ResultBuilder result = new ResultBuilder("exchange");
    for (String rate : List.of("10mbit", "25mbit", "50mbit", "100mbit", "none")) {
      String[] situation = {"nodes", "4", "link-rate", rate};
      double limit =
          rate.equals("none") ? 900_000 : 4_000 * Integer.parseInt(rate.replace("mbit", ""));
      exchange(result, "flink", situation, Math.min(500_000, 5 * limit), 2e6);
      exchange(result, "shuffle", situation, Math.min(450_000, limit), 40e6);
      exchange(result, "local-merge", situation, 620_000, 0.6e6);
      exchange(result, "global-merge", situation, 480_000, 0);
      exchange(result, "ahead-keyby", situation, 700_000, 0);
    }
    for (String nodes : List.of("1", "2", "4")) {
      double share = 1 - 1 / Double.parseDouble(nodes);
      result
          .of("shuffle", "nodes", nodes)
          .complete()
          .value(Metric.BYTES_BETWEEN_TASK_MANAGERS, share * 53e6)
          .value(Metric.BYTES_WITHIN_TASK_MANAGERS, (1 - share) * 53e6)
          .runs(400_000);
    }
    return result;
  }

  private static void exchange(
      ResultBuilder result, String variant, String[] situation, double rate, double bytes) {
    ResultBuilder.Situation of = result.of(variant, situation);
    (LOSSY.contains(variant) ? of.rows(8_300, 10_000, 40_000) : of.complete())
        .value(Metric.BYTES_BETWEEN_TASK_MANAGERS, bytes)
        .runs(rate, 1.03 * rate, 0.99 * rate);
  }

  static ResultBuilder latency() {
    ResultBuilder result = new ResultBuilder("latency");
    for (String rate : List.of("1000", "50000")) {
      double load = rate.equals("1000") ? 1 : 1.4;
      steady(result, "flink", rate, 420 * load, 2_100 * load);
      steady(result, "trilink", rate, 105 * load, 2_300 * load);
      steady(result, "trilink, local-merge", rate, 120 * load, 2_400 * load);
    }
    for (String workload : List.of("low-voltage", "ysb")) {
      firstRow(result, "flink", workload, 1_400);
      firstRow(result, "trilink", workload, 1_100);
    }
    return result;
  }

  private static void steady(
      ResultBuilder result, String variant, String rate, double millis, double start) {
    result
        .of(variant, "workload", "low-voltage", "rate", rate)
        .complete()
        .value(Metric.LATENCY_P50, millis / 3)
        .value(Metric.LATENCY_P99, millis)
        .value(Metric.LATENCY_MAX, 2 * millis)
        .value(Metric.COLD_START_MILLIS, start)
        .value(Metric.CHECKPOINT_BYTES, 30_000)
        .value(Metric.CHECKPOINT_MILLIS, 25)
        .runs();
  }

  private static void firstRow(
      ResultBuilder result, String variant, String workload, double millis) {
    result
        .of(variant, "part", "first row", "workload", workload)
        .complete()
        .value(Metric.COLD_START_MILLIS, millis)
        .runs();
  }

  static ResultBuilder state() {
    ResultBuilder result = new ResultBuilder("state");
    for (String backend : List.of("heap", "rocksdb")) {
      double rate = backend.equals("heap") ? 500_000 : 200_000;
      for (int keys : new int[] {1_000, 100_000, 1_000_000, 3_000_000, 10_000_000}) {
        for (String variant : stateVariants(keys)) {
          ResultBuilder.Situation runs = state(result, variant, backend, keys, "0.0");
          stateRuns(runs, variant, rate);
        }
        rate *= 0.7;
      }
    }
    for (String variant : List.of("flink", "trilink")) {
      ResultBuilder.Situation few = state(result, variant, "heap", 1_000, "0.5");
      stateRuns(LOSSY.contains(variant) ? few.rows(8_300, 10_000, 40_000) : few, variant, 550_000);
      stateRuns(state(result, variant, "heap", 1_000_000, "0.5"), variant, 250_000);
    }
    return result;
  }

  private static ResultBuilder.Situation state(
      ResultBuilder result, String variant, String backend, int keys, String disorder) {
    return result
        .of(variant, "backend", backend, "keys", "" + keys, "disorder", disorder)
        .complete()
        .value(Metric.CHECKPOINT_BYTES, 120.0 * keys / stateFactor(variant))
        .value(Metric.CHECKPOINT_MILLIS, 40 + keys / 2_000.0);
  }

  private static void stateRuns(ResultBuilder.Situation runs, String variant, double flink) {
    double rate = stateFactor(variant) * flink;
    runs.runs(rate, 1.1 * rate, 0.96 * rate);
  }

  private static double stateFactor(String variant) {
    return variant.equals("flink") ? 1 : 1.6;
  }

  /** The most keys are run with two of them. */
  private static List<String> stateVariants(int keys) {
    return keys > 1_000_000
        ? List.of("flink", "trilink")
        : List.of("flink", "trilink", "trilink, local-merge");
  }
}
