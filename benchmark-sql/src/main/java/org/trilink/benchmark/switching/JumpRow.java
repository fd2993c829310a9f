package org.trilink.benchmark.switching;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRow;

/**
 * One row that the script writes, and its JSON form.
 *
 * @param ts of the second reading, in epoch milliseconds; no two readings have the same
 * @param low the value before the jump
 * @param high the value behind it
 */
@JsonPropertyOrder({"id", "ts", "low", "high"})
record JumpRow(
    @JsonProperty(value = "id", required = true) long id,
    @JsonProperty(value = "ts", required = true) long ts,
    @JsonProperty(value = "low", required = true) long low,
    @JsonProperty(value = "high", required = true) long high)
    implements ResultRow<Long, JumpRow> {

  /** The row in a JSON line; empty if it is not one. */
  static Optional<JumpRow> parse(byte[] line) {
    return JsonRows.parse(line, JumpRow.class);
  }

  @Override
  public Long key() {
    return ts;
  }

  @Override
  public long readings() {
    return 1;
  }

  @Override
  public boolean matches(JumpRow other) {
    return equals(other);
  }

  @Override
  public byte[] toJson() {
    return JsonRows.write(this);
  }
}
