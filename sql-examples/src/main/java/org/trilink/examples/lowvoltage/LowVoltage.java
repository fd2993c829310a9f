package org.trilink.examples.lowvoltage;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Workload;

/** Voltage readings; per sensor and minute, how many of them were low. */
public final class LowVoltage implements Workload {

  private final VoltageReadingParser parser = new VoltageReadingParser();

  @Override
  public String name() {
    return "low-voltage";
  }

  @Override
  public String inputTopic() {
    return "voltage_readings";
  }

  @Override
  public String windowTopic() {
    return "voltage_windows";
  }

  @Override
  public String alertTopic() {
    return "voltage_alerts";
  }

  /** The sensor id in decimal digits, however the line writes it. */
  @Override
  public byte[] keyOf(byte[] line) {
    return parser
        .parse(line)
        .map(VoltageReading::sensorId)
        .map(sensorId -> sensorId.toString().getBytes(StandardCharsets.US_ASCII))
        .orElseGet(() -> new byte[0]);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return new LowVoltageGenerator(options);
  }

  @Override
  public Oracle newOracle() {
    return new LowVoltageOracle();
  }
}
