/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BridgeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"sensor_id\": \"B03-A12\", \"settlement_mm\": 3.217, \"ts\": 1700000000000} | B03-A12",
        "{\"ts\":1,\"sensor_id\":\"B03\\u002dA12\"} | B03-A12",
        "{\"sensor_id\": \"拱-1\"} | 拱-1",
        "{\"sensor_id\": 7} | 7",
        "nonsense | ''",
        "{} | ''",
        "{\"sensor_id\": null} | ''",
      })
  void aSensorHasOneKeyHoweverItsIdIsWritten(String line, String key) {
    byte[] bytes = new Bridge().keyOf(line.getBytes(StandardCharsets.UTF_8));

    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(key);
  }
}
