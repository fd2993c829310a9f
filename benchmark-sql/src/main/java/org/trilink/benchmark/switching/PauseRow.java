package org.trilink.benchmark.switching;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRow;

/**
 * One row that the script writes, and its JSON form.
 *
 * @param ts of the reading, in epoch milliseconds; no two readings have the same
 * @param readings of the device so far
 * @param complete whether the device has all of its state
 */
@JsonPropertyOrder({"id", "ts", "readings", "complete"})
record PauseRow(
    @JsonProperty(value = "id", required = true) long id,
    @JsonProperty(value = "ts", required = true) long ts,
    @JsonProperty(value = "readings", required = true) long readings,
    @JsonProperty(value = "complete", required = true) boolean complete)
    implements ResultRow<Long, PauseRow> {

  /** The row in a JSON line; empty if it is not one. */
  static Optional<PauseRow> parse(byte[] line) {
    return JsonRows.parse(line, PauseRow.class);
  }

  @Override
  public Long key() {
    return ts;
  }

  @Override
  public boolean matches(PauseRow other) {
    return equals(other);
  }

  @Override
  public byte[] toJson() {
    return JsonRows.write(this);
  }
}
