/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.KeyAndStart;
import org.trilink.examples.workload.ResultRow;

/**
 * A sustained sag as the script writes it.
 *
 * @param sensorId null for readings without one
 * @param sagStart epoch milliseconds, the time of the first low reading
 * @param sagEnd epoch milliseconds, the time of the first reading that is not low any more
 * @param readings how many low readings there are
 * @param minVoltage the lowest of them, in volts
 */
record SagRow(
    @JsonProperty(value = "sensor_id", required = true) Long sensorId,
    @JsonProperty(value = "sag_start", required = true) long sagStart,
    @JsonProperty(value = "sag_end", required = true) long sagEnd,
    @JsonProperty(value = "readings", required = true) long readings,
    @JsonProperty(value = "min_voltage", required = true) double minVoltage)
    implements ResultRow<KeyAndStart<Long>, SagRow> {

  /** The row in a JSON line; empty if it is not one. */
  static Optional<SagRow> parse(byte[] line) {
    return JsonRows.parse(line, SagRow.class);
  }

  @Override
  public KeyAndStart<Long> key() {
    return new KeyAndStart<>(sensorId, sagStart);
  }
}
