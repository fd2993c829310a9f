/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.LongSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongRideTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"ride_id\": 17, \"is_start\": true, \"ts\": 1577880000000}",
        "{\"is_start\":false,\"ride_id\":\"17\"}",
      })
  void bothEventsOfARideHaveOneKeyHoweverItsIdIsWritten(String line) {
    assertThat(keyOf(line)).isEqualTo(new LongSerializer().serialize("any", 17L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "nonsense", "[]", "{}", "{\"ride_id\": null}", "{\"ride_id\": \"one\"}"})
  void aLineWithoutARideHasNoKey(String line) {
    assertThat(keyOf(line)).isNull();
  }

  private static byte[] keyOf(String line) {
    return new LongRide().keyOf(line.getBytes(StandardCharsets.UTF_8));
  }
}
