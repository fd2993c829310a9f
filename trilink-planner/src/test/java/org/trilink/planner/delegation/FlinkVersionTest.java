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

class FlinkVersionTest {

  @Test
  void takesTheOneOfThisProcess() {
    assertThatCode(FlinkVersion::require).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.14.0", "1.14.6", "1.14-SNAPSHOT", "1.14.6-vendor-2", "<unknown>"})
  void takes(String version) {
    assertThatCode(() -> FlinkVersion.require(version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.13.6", "1.15.4", "1.140.0", "1.20.3", "2.0.0"})
  void namesTheOtherVersionAndTheRightOne(String version) {
    assertThatThrownBy(() -> FlinkVersion.require(version))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "This program has Flink " + version + "; Trilink needs Flink 1.14 for Scala 2.12.");
  }
}
