package org.trilink.examples.lowvoltage;

/**
 * One input line as the script's table shows it.
 *
 * @param sensorId null if the line has no readable one
 * @param voltage in volts; null if the line has no readable one
 * @param ts epoch milliseconds; null if the line has no readable one
 */
record VoltageReading(Long sensorId, Double voltage, Long ts) {}
