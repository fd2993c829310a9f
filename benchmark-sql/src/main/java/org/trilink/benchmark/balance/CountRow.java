/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Comparator;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRow;

/** One row that the script writes, and its JSON form. */
@JsonPropertyOrder({"id", "window_start", "records"})
record CountRow(
    @JsonProperty(value = "id", required = true) long id,
    @JsonProperty(value = "window_start", required = true) long windowStart,
    @JsonProperty(value = "records", required = true) long records)
    implements ResultRow<CountRow.IdAndHour, CountRow> {

  /**
   * The key of a row: there is one row for each id and hour.
   *
   * @param startMs of the hour, in epoch milliseconds
   */
  record IdAndHour(long id, long startMs) implements Comparable<IdAndHour> {

    private static final Comparator<IdAndHour> ORDER =
        Comparator.comparingLong(IdAndHour::id).thenComparingLong(IdAndHour::startMs);

    @Override
    public int compareTo(IdAndHour other) {
      return ORDER.compare(this, other);
    }
  }

  /** The row in a JSON line; empty if it is not one. */
  static Optional<CountRow> parse(byte[] line) {
    return JsonRows.parse(line, CountRow.class);
  }

  @Override
  public IdAndHour key() {
    return new IdAndHour(id, windowStart);
  }

  @Override
  public long readings() {
    return records;
  }

  @Override
  public boolean matches(CountRow other) {
    return equals(other);
  }

  @Override
  public byte[] toJson() {
    return JsonRows.write(this);
  }
}
