/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharesTest {

  private static final Shares FLINK = Shares.parse("JSON decoding 0.4000, all else 0.6000");
  private static final Shares TRILINK = Shares.parse("key placement 0.1000, JSON decoding 0.9000");

  @Test
  void aLineIsReadAsItWasWritten() {
    assertThat(Shares.parse(FLINK.text())).isEqualTo(FLINK);
    assertThat(FLINK.text()).isEqualTo("JSON decoding 0.4000, all else 0.6000");
  }

  @Test
  void whatTookNoTimeAnywhereIsLeftOut() {
    Map<String, Shares> columns = new LinkedHashMap<>();
    columns.put("flink", FLINK);
    columns.put("trilink", TRILINK);

    assertThat(Shares.table("step", columns, List.of("JSON decoding", "window state")))
        .containsExactly(
            "| step | flink | trilink |",
            "| --- | ---: | ---: |",
            "| JSON decoding | 40.0 % | 90.0 % |",
            "| all else | 60.0 % | 0.0 % |",
            "| key placement | 0.0 % | 10.0 % |");
  }
}
