/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Generated input with known properties: each key reports once a second of event time, and arrives
 * by a fixed lag of its own.
 */
final class GeneratedReports {

  static final long SECOND = 1000;

  private final List<Report> reports = new ArrayList<>();

  /** A record before it was sampled; its arrival and time in ms. */
  record Report(int partition, int key, long time, long arrival) {}

  /**
   * Adds a key that reports every second.
   *
   * @param lag from a report's event time to its arrival, in ms
   */
  GeneratedReports add(int partition, int key, int seconds, long lag) {
    for (int second = 0; second < seconds; second++) {
      addRecord(partition, key, second * SECOND, second * SECOND + lag);
    }
    return this;
  }

  /** Adds one record; both times in ms. */
  GeneratedReports addRecord(int partition, int key, long time, long arrival) {
    reports.add(new Report(partition, key, time, arrival));
    return this;
  }

  /** Random keys with random lags, and records that are out of order within their key. */
  static GeneratedReports random(long seed) {
    Random random = new Random(seed);
    GeneratedReports generated = new GeneratedReports();
    for (int key = 0; key < 30; key++) {
      long lag = random.nextInt(4) == 0 ? random.nextInt(60_000) : 0;
      int partition = random.nextInt(3);
      for (int second = 0; second < 60; second++) {
        long disorder = random.nextInt(20) == 0 ? random.nextInt(5_000) : 0;
        generated.addRecord(
            random.nextInt(50) == 0 ? random.nextInt(3) : partition,
            key,
            second * SECOND + key,
            second * SECOND + lag + disorder);
      }
    }
    return generated;
  }

  /** As they arrive. */
  List<Report> arrived() {
    return reports.stream().sorted(Comparator.comparingLong(Report::arrival)).toList();
  }

  /** The records of a sample, in the order in which a job reads them. */
  static List<Report> read(SampledRecords records) {
    List<Report> read = new ArrayList<>();
    records.forEach(
        (partition, key, time, arrival) -> read.add(new Report(partition, key, time, arrival)));
    return read;
  }

  SampledRecords sample(int partitions) {
    SampledRecords.Builder builder = new SampledRecords.Builder(partitions);
    for (Report report : arrived()) {
      builder.add(report.partition(), report.key(), report.time(), report.arrival());
    }
    return builder.build();
  }
}
