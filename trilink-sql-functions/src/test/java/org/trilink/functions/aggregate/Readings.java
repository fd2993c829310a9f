/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.types.Row;
import org.trilink.functions.SqlSession;
import org.trilink.functions.aggregate.ExactTrend.Point;

/**
 * The table {@code readings}: (sensor STRING, voltage DOUBLE, code INT, at TIMESTAMP_LTZ(3)), in
 * order of time, with gaps in it and NULLs among the values.
 */
final class Readings {

  static final long START = 1_700_000_000_000L - 1_700_000_000_000L % 600_000;

  private Readings() {}

  /** A row; null for NULL. */
  record Reading(String sensor, Double voltage, Integer code, long at) {}

  static List<Reading> random(int count) {
    Random random = new Random(17);
    List<Reading> readings = new ArrayList<>();
    long at = START;
    for (int i = 0; i < count; i++) {
      at += random.nextInt(100) == 0 ? 120_000 : 1 + random.nextInt(2_000);
      readings.add(
          new Reading(
              "s" + random.nextInt(5),
              random.nextInt(20) == 0 ? null : 230 + 3 * random.nextGaussian(),
              random.nextInt(20) == 0 ? null : random.nextInt(40),
              at));
    }
    return readings;
  }

  static SqlSession declare(List<Reading> readings, SqlSession session) {
    List<Row> rows = new ArrayList<>();
    for (Reading reading : readings) {
      rows.add(
          Row.of(
              reading.sensor(),
              reading.voltage(),
              reading.code(),
              Instant.ofEpochMilli(reading.at())));
    }
    return session.table(
        "readings",
        rows,
        Types.ROW_NAMED(
            new String[] {"sensor", "voltage", "code", "at"},
            Types.STRING,
            Types.DOUBLE,
            Types.INT,
            Types.INSTANT),
        Schema.newBuilder()
            .column("sensor", DataTypes.STRING())
            .column("voltage", DataTypes.DOUBLE())
            .column("code", DataTypes.INT())
            .column("at", DataTypes.TIMESTAMP_LTZ(3))
            .watermark("at", "`at` - INTERVAL '1' SECOND")
            .build());
  }

  /** LINEAR_TREND(voltage, at), by the formula. */
  static Double trend(List<Reading> group) {
    List<Point> points = new ArrayList<>();
    for (Reading reading : group) {
      if (reading.voltage() != null) {
        points.add(new Point(reading.voltage(), reading.at()));
      }
    }
    return points.isEmpty() ? null : ExactTrend.slopePerHour(points);
  }

  /** The percentile of the voltage, from all values. */
  static Double percentile(double p, List<Reading> group) {
    double[] sorted =
        group.stream()
            .filter(reading -> reading.voltage() != null)
            .mapToDouble(Reading::voltage)
            .sorted()
            .toArray();
    return sorted.length == 0 ? null : sorted[Math.max(1, (int) Math.ceil(p * sorted.length)) - 1];
  }

  /** COUNT(DISTINCT code). */
  static long distinct(List<Reading> group) {
    return group.stream().map(Reading::code).filter(code -> code != null).distinct().count();
  }
}
