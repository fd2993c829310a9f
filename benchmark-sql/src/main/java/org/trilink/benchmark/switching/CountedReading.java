/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRow;

/**
 * One row that the scripts write, and its JSON form.
 *
 * @param readings of the device so far; they come to its subtask in any order
 */
@JsonPropertyOrder({"id", "readings"})
record CountedReading(
    @JsonProperty(value = "id", required = true) long id,
    @JsonProperty(value = "readings", required = true) long readings)
    implements ResultRow<Long, CountedReading> {

  /** The row in a JSON line; empty if it is not one. */
  static Optional<CountedReading> parse(byte[] line) {
    return JsonRows.parse(line, CountedReading.class);
  }

  @Override
  public Long key() {
    return id << Integer.SIZE | readings;
  }

  @Override
  public boolean matches(CountedReading other) {
    return equals(other);
  }

  @Override
  public byte[] toJson() {
    return JsonRows.write(this);
  }
}
