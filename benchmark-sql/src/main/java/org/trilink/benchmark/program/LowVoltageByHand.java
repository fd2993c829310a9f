/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.trilink.examples.generator.JsonLine;

/** Per sensor and minute how many readings are low; an alert when at least half are. */
final class LowVoltageByHand implements HandWrittenQuery {

  private static final byte[] BEFORE_SENSOR = JsonLine.ascii("{\"sensor_id\": ");
  private static final byte[] BEFORE_VOLTAGE = JsonLine.ascii(", \"voltage\": ");
  private static final byte[] BEFORE_TS = JsonLine.ascii(", \"ts\": ");

  private final LineScanner scanner = new LineScanner();
  private final Map<Long, SensorMinute> minutes = new HashMap<>();
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

    SensorMinute minute = minutes.get(sensor);
    long start = SensorMinute.startOf(ts);
    if (minute == null) {
      minute = SensorMinute.from(start);
      minutes.put(sensor, minute);
    }
    if (start != minute.start()) {
      write(sensor, minute);
      minute.begin(start);
    }
    minute.add(volts);
  }

  @Override
  public void finish() {
    minutes.forEach(this::write);
  }

  private void write(long sensor, SensorMinute minute) {
    if (minute.isEmpty()) {
      return;
    }
    byte[] row = minute.row(sensor);
    windows.accept(row);
    if (minute.isAlert()) {
      alerts.accept(row);
    }
  }
}
