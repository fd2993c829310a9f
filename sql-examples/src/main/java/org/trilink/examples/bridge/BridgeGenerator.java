/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.SplittableRandom;
import org.trilink.examples.generator.Arrivals;
import org.trilink.examples.generator.JsonLine;
import org.trilink.examples.generator.ReportSchedule;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * Readings in the order of their arrival: {@code {"sensor_id": "B03-A12", "settlement_mm": 3.217,
 * "ts": 1700000000000}}, 50 a second and sensor. About 120 bytes of memory a sensor.
 */
final class BridgeGenerator implements Iterator<byte[]> {

  private static final byte[] BEFORE_SENSOR_ID = JsonLine.ascii("{\"sensor_id\": \"");
  private static final byte[] BEFORE_SETTLEMENT = JsonLine.ascii("\", \"settlement_mm\": ");
  private static final byte[] BEFORE_TS = JsonLine.ascii(", \"ts\": ");

  private static final long START_MS = 1_700_000_000_000L;
  private static final double REPORT_INTERVAL_MS = 20;
  private static final int SENSORS_PER_BRIDGE = 20;
  private static final int MAX_NOISE = 300;

  private final byte[][] ids;
  private final SensorMotion motion;
  private final Arrivals arrivals;
  private final SplittableRandom noise;
  private final JsonLine line = new JsonLine();

  BridgeGenerator(GeneratorOptions options) {
    SplittableRandom random = new SplittableRandom(options.seed());
    ids = ids(options.keys());
    motion = new SensorMotion(options.keys(), random.split());
    arrivals =
        new Arrivals(
            new ReportSchedule(options, REPORT_INTERVAL_MS, random.split()), options.keys());
    noise = random.split();
  }

  private static byte[][] ids(int sensors) {
    byte[][] ids = new byte[sensors][];
    for (int sensor = 0; sensor < sensors; sensor++) {
      ids[sensor] =
          "B%02d-A%02d"
              .formatted(sensor / SENSORS_PER_BRIDGE + 1, sensor % SENSORS_PER_BRIDGE + 1)
              .getBytes(StandardCharsets.US_ASCII);
    }
    return ids;
  }

  @Override
  public boolean hasNext() {
    return arrivals.hasNext();
  }

  @Override
  public byte[] next() {
    arrivals.next();
    int sensor = arrivals.key();
    long sinceStartMs = arrivals.eventTimeMs();
    long micrometres = motion.micrometresAt(sensor, sinceStartMs) + nextNoise();
    return line(line, ids[sensor], micrometres, START_MS + sinceStartMs);
  }

  /**
   * Writes a reading.
   *
   * @param sensorId in ASCII
   * @param micrometres of settlement
   * @param ts epoch milliseconds, not negative
   */
  static byte[] line(JsonLine line, byte[] sensorId, long micrometres, long ts) {
    return line.text(BEFORE_SENSOR_ID)
        .text(sensorId)
        .text(BEFORE_SETTLEMENT)
        .decimal(micrometres, 3, 1_000)
        .text(BEFORE_TS)
        .number(ts)
        .end();
  }

  private long nextNoise() {
    return noise.nextInt(-MAX_NOISE, MAX_NOISE + 1);
  }
}
