/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Iterator;
import java.util.SplittableRandom;
import org.trilink.examples.generator.Arrivals;
import org.trilink.examples.generator.JsonLine;
import org.trilink.examples.generator.ReportSchedule;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * Readings in the order of their arrival: {@code {"sensor_id": 300017, "voltage": 219.4, "ts":
 * 1700000000000}}. Nominal 220 V with some noise, a sag of whole feeders for minutes and a single
 * low reading now and then. About 70 bytes of memory a sensor.
 */
public final class LowVoltageGenerator implements Iterator<byte[]> {

  private static final long START_MS = 1_700_000_000_000L;

  private static final int NOMINAL_DECIVOLTS = 2_200;
  private static final int MAX_BIAS_DECIVOLTS = 20;
  private static final int DIP_DECIVOLTS = 300;

  private static final double REPORT_INTERVAL_MS = 1_000;

  private final SensorGrid grid;
  private final FeederSags sags;
  private final byte[] biases;
  private final Arrivals arrivals;
  private final SplittableRandom noise;
  private final JsonLine line = new JsonLine();

  public LowVoltageGenerator(GeneratorOptions options) {
    SplittableRandom random = new SplittableRandom(options.seed());
    grid = new SensorGrid(options.keys(), random.split());
    sags = new FeederSags(grid.feederCount(), random.split());
    ReportSchedule schedule = new ReportSchedule(options, REPORT_INTERVAL_MS, random.split());
    biases = biases(options.keys(), random.split());
    noise = random.split();
    arrivals = new Arrivals(schedule, options.keys());
  }

  private static byte[] biases(int sensors, SplittableRandom random) {
    byte[] biases = new byte[sensors];
    for (int sensor = 0; sensor < sensors; sensor++) {
      biases[sensor] = (byte) random.nextInt(-MAX_BIAS_DECIVOLTS, MAX_BIAS_DECIVOLTS + 1);
    }
    return biases;
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
    return line(line, grid.id(sensor), decivolts(sensor, sinceStartMs), START_MS + sinceStartMs);
  }

  /**
   * Writes a reading, in the form that {@link GeneratedLineScanner} reads.
   *
   * @param sensorId not negative
   * @param decivolts tenths of a volt
   * @param ts epoch milliseconds, not negative
   */
  static byte[] line(JsonLine line, long sensorId, int decivolts, long ts) {
    return line.text(GeneratedLineScanner.BEFORE_SENSOR_ID)
        .number(sensorId)
        .text(GeneratedLineScanner.BEFORE_VOLTAGE)
        .decimal(decivolts, 1, 10)
        .text(GeneratedLineScanner.BEFORE_TS)
        .number(ts)
        .end();
  }

  private int decivolts(int sensor, long sinceStartMs) {
    long random = noise.nextLong();
    int noiseDecivolts = (int) (random & 31) + (int) ((random >>> 5) & 31) - 31;
    int dip = ((random >>> 10) & 1023) == 0 ? DIP_DECIVOLTS : 0;
    int sag = sags.depthDecivolts(grid.feeder(sensor), sinceStartMs);
    return NOMINAL_DECIVOLTS + biases[sensor] + noiseDecivolts - dip - sag;
  }
}
