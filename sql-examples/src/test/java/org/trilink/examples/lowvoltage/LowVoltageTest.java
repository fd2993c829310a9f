/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.LongSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LowVoltageTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sensor_id\": 300017, \"voltage\": 219.4, \"ts\": 1700000000000}",
        "{\"sensor_id\":300017}",
        "{\"ts\": \"?\", \"sensor_id\": \"300017\"}",
        "{\"sensor_id\": 3.00017e5}"
      })
  void aSensorHasOneKeyHoweverItsIdIsWritten(String line) {
    assertThat(keyOf(line)).isEqualTo(new LongSerializer().serialize("any", 300017L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "nonsense", "[]", "{}", "{\"sensor_id\": null}", "{\"sensor_id\": {}}"})
  void aLineWithoutASensorHasNoKey(String line) {
    assertThat(keyOf(line)).isNull();
  }

  private static byte[] keyOf(String line) {
    return new LowVoltage().keyOf(line.getBytes(StandardCharsets.UTF_8));
  }
}
