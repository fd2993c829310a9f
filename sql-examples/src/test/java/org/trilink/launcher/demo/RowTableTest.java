/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowTableTest {

  @Test
  void alignsColumnsAndRoundsAverages() throws IOException {
    List<byte[]> rows =
        List.of(
            "{\"sensor_id\": 7, \"avg_voltage\": 197.12345, \"name\": null}".getBytes(UTF_8),
            "{\"sensor_id\": 300017, \"avg_voltage\": 9.0, \"name\": \"x\"}".getBytes(UTF_8));

    assertThat(RowTable.ofFirst(10, rows, Set.of()).lines())
        .containsExactly(
            "sensor_id  avg_voltage  name", //
            "        7      197.123  null",
            "   300017        9.000     x");
  }

  @Test
  void showsTimes() throws IOException {
    List<byte[]> rows =
        List.of(
            "{\"start\": 1700000000737, \"n\": 1700000000737}".getBytes(UTF_8),
            "{\"start\": 1700000000000, \"n\": 2}".getBytes(UTF_8),
            "{\"start\": \"no number\", \"n\": 3}".getBytes(UTF_8));

    assertThat(RowTable.ofFirst(10, rows, Set.of("start")).lines())
        .containsExactly(
            "                   start              n",
            "2023-11-14T22:13:20.737Z  1700000000737",
            "    2023-11-14T22:13:20Z              2",
            "               no number              3");
  }

  @Test
  void takesNoMoreRowsThanAsked() throws IOException {
    List<byte[]> rows = List.of("{\"a\": 1}".getBytes(UTF_8), "{\"a\": 2}".getBytes(UTF_8));

    assertThat(RowTable.ofFirst(1, rows, Set.of()).lines()).containsExactly("a", "1");
  }
}
