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

class ProfileTableTest {

  private static final Profile FLINK =
      new Profile(Map.of(Step.JSON_DECODING, 0.625, Step.CHAIN_COPY, 0.375), 0.012);
  private static final Profile TRILINK = new Profile(Map.of(Step.JSON_DECODING, 1.0), 0);

  @Test
  void hasARowForEachStepThatWasSeen() {
    Map<String, Profile> profiles = new LinkedHashMap<>();
    profiles.put("flink", FLINK);
    profiles.put("trilink", TRILINK);

    assertThat(new ProfileTable(profiles).lines())
        .containsExactly(
            "| step | flink | trilink |",
            "| --- | ---: | ---: |",
            "| JSON decoding | 62.5 % | 100.0 % |",
            "| copies of rows along a chain | 37.5 % | 0.0 % |",
            "| GC pauses, of the running time | 1.2 % | 0.0 % |");
  }

  @Test
  void aProfileIsKeptAsText() {
    assertThat(FLINK.text()).isEqualTo("JSON_DECODING 0.6250, CHAIN_COPY 0.3750, GC 0.0120");
    assertThat(Profile.parse(FLINK.text())).isEqualTo(FLINK);
  }

  @Test
  void hotMethodsAreKeptAsText() {
    List<HotMethod> methods =
        List.of(
            new HotMethod(Step.CALC, "StreamExecCalc$14.processElement", 0.25),
            new HotMethod(Step.OTHER, "java.lang.Object.hashCode", 0.125));

    assertThat(HotMethod.parse(HotMethod.text(methods))).isEqualTo(methods);
  }
}
