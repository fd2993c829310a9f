/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.table.api.TableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.flink.SupportedFlink;

class FlinkVersionTest {

  @Test
  void takesTheOneOfThisProcess() {
    assertThatCode(FlinkVersion::require).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s.0", "%s.6", "%s-SNAPSHOT", "%s.6-vendor-2", "<unknown>"})
  void takes(String version) {
    assertThatCode(() -> FlinkVersion.require(version.formatted(SupportedFlink.VERSION)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.13.6", "1.15.4", "%s0.0", "2.0.0"})
  void namesTheOtherVersionAndTheRightOne(String pattern) {
    String version = pattern.formatted(SupportedFlink.VERSION);
    assertThatThrownBy(() -> FlinkVersion.require(version))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "This program has Flink %s; Trilink needs %s."
                .formatted(version, SupportedFlink.NEEDED));
  }
}
