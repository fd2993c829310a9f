/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LongRideTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"ride_id\": 17, \"is_start\": true, \"ts\": 1577880000000} | 17",
        "{\"is_start\":false,\"ride_id\":\"17\"} | 17",
        "nonsense | ''",
        "{} | ''",
        "{\"ride_id\": null} | ''",
      })
  void bothEventsOfARideHaveOneKeyHoweverItsIdIsWritten(String line, String key) {
    byte[] bytes = new LongRide().keyOf(line.getBytes(StandardCharsets.UTF_8));

    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(key);
  }
}
