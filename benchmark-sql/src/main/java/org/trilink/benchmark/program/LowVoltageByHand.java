/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Per sensor and minute how many readings are low; an alert when at least half are. */
final class LowVoltageByHand implements HandWrittenQuery {

  private static final byte[] BEFORE_SENSOR = LineScanner.ascii("{\"sensor_id\": ");
  private static final byte[] BEFORE_VOLTAGE = LineScanner.ascii(", \"voltage\": ");
  private static final byte[] BEFORE_TS = LineScanner.ascii(", \"ts\": ");

  private static final long MINUTE_MS = 60_000;
  private static final double LOW_BELOW_VOLTS = 198.0;

  private final LineScanner scanner = new LineScanner();
  private final Map<Long, Minute> minutes = new HashMap<>();
  private final Consumer<byte[]> windows;
  private final Consumer<byte[]> alerts;

  LowVoltageByHand(Consumer<byte[]> windows, Consumer<byte[]> alerts) {
    this.windows = windows;
    this.alerts = alerts;
  }

  @Override
  public void accept(byte[] line) {
    scanner.open(line);
    scanner.expect(BEFORE_SENSOR);
    long sensor = scanner.number();
    scanner.expect(BEFORE_VOLTAGE);
    double volts = scanner.decimal();
    scanner.expect(BEFORE_TS);
    long ts = scanner.number();

    Minute minute = minutes.get(sensor);
    if (minute == null) {
      minute = new Minute();
      minutes.put(sensor, minute);
    }
    long start = ts - ts % MINUTE_MS;
    if (start != minute.start) {
      write(sensor, minute);
      minute.begin(start);
    }
    minute.add(volts);
  }

  @Override
  public void finish() {
    minutes.forEach(this::write);
  }

  private void write(long sensor, Minute minute) {
    if (minute.readings == 0) {
      return;
    }
    byte[] row = minute.row(sensor);
    windows.accept(row);
    if (minute.low * 2 >= minute.readings) {
      alerts.accept(row);
    }
  }

  /** The minute that a sensor is in. */
  private static final class Minute {

    private long start;
    private long readings;
    private long low;
    private double min;
    private double sum;

    void begin(long minuteStart) {
      start = minuteStart;
      readings = 0;
      low = 0;
      min = Double.POSITIVE_INFINITY;
      sum = 0;
    }

    void add(double volts) {
      readings++;
      if (volts < LOW_BELOW_VOLTS) {
        low++;
      }
      min = Math.min(min, volts);
      sum += volts;
    }

    byte[] row(long sensor) {
      return ("{\"sensor_id\":"
              + sensor
              + ",\"window_start\":"
              + start
              + ",\"window_end\":"
              + (start + MINUTE_MS)
              + ",\"readings\":"
              + readings
              + ",\"low_readings\":"
              + low
              + ",\"min_voltage\":"
              + min
              + ",\"avg_voltage\":"
              + sum / readings
              + "}")
          .getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
