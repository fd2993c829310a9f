/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.ResultRow;

/**
 * An alert as the script writes it.
 *
 * @param startTs epoch milliseconds, when the ride began
 */
record LongRideAlert(
    @JsonProperty(value = "ride_id", required = true) long rideId,
    @JsonProperty(value = "start_ts", required = true) long startTs)
    implements ResultRow<Long, LongRideAlert> {

  /** The row in a JSON line; empty if it is not one. */
  static Optional<LongRideAlert> parse(byte[] line) {
    return JsonRows.parse(line, LongRideAlert.class);
  }

  @Override
  public Long key() {
    return rideId;
  }

  /** The one START of the ride. */
  @Override
  public long readings() {
    return 1;
  }
}
