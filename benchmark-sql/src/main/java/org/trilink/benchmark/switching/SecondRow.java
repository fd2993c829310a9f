package org.trilink.benchmark.switching;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRow;

/**
 * One row that the script writes, and its JSON form.
 *
 * @param second of event time, from 1970
 * @param readings of the device in it
 * @param total of their values
 * @param differing how many different values there are
 */
@JsonPropertyOrder({"id", "second", "readings", "total", "differing"})
record SecondRow(
    @JsonProperty(value = "id", required = true) long id,
    @JsonProperty(value = "second", required = true) long second,
    @JsonProperty(value = "readings", required = true) long readings,
    @JsonProperty(value = "total", required = true) long total,
    @JsonProperty(value = "differing", required = true) long differing)
    implements ResultRow<Long, SecondRow> {

  /** The row in a JSON line; empty if it is not one. */
  static Optional<SecondRow> parse(byte[] line) {
    return JsonRows.parse(line, SecondRow.class);
  }

  /** Of a device and a second. */
  static long key(long id, long second) {
    return id << Integer.SIZE | second;
  }

  @Override
  public Long key() {
    return key(id, second);
  }

  @Override
  public boolean matches(SecondRow other) {
    return equals(other);
  }

  @Override
  public byte[] toJson() {
    return JsonRows.write(this);
  }
}
