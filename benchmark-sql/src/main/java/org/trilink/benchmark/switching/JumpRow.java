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
 * @param total of the device's last twenty readings, this one included
 */
@JsonPropertyOrder({"id", "ts", "v", "total"})
record PeakRow(
    @JsonProperty(value = "id", required = true) long id,
    @JsonProperty(value = "ts", required = true) long ts,
    @JsonProperty(value = "v", required = true) long v,
    @JsonProperty(value = "total", required = true) long total)
    implements ResultRow<Long, PeakRow> {

  /** The row in a JSON line; empty if it is not one. */
  static Optional<PeakRow> parse(byte[] line) {
    return JsonRows.parse(line, PeakRow.class);
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
  public boolean matches(PeakRow other) {
    return equals(other);
  }

  @Override
  public byte[] toJson() {
    return JsonRows.write(this);
  }
}
