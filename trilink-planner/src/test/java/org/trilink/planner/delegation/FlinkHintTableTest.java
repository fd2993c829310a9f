/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.calcite.rel.hint.HintPredicates;
import org.apache.calcite.rel.hint.HintStrategy;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.flink.table.planner.hint.FlinkHints;
import org.junit.jupiter.api.Test;

class FlinkHintTableTest {

  private final HintStrategyTable table =
      FlinkHintTable.with("OURS", HintStrategy.builder(HintPredicates.PROJECT).build());

  private boolean isKnown(RelHint hint) {
    return table.validateHint(hint);
  }

  @Test
  void hasFlinksHintsBesideTheOtherOne() {
    assertThat(isKnown(RelHint.builder("ours").build())).isTrue();
    assertThat(
            isKnown(
                RelHint.builder(FlinkHints.HINT_NAME_OPTIONS).hintOption("key", "value").build()))
        .isTrue();
  }

  @Test
  void checksTheOptionsOfFlinksHintsAsFlinkDoes() {
    assertThatThrownBy(() -> isKnown(RelHint.builder(FlinkHints.HINT_NAME_OPTIONS).build()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("OPTIONS");
  }

  @Test
  void refusesHintsThatNeitherKnows() {
    assertThatThrownBy(() -> isKnown(RelHint.builder("THEIRS").build()))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void namesFlinksHintsAlone() {
    assertThat(FlinkHintTable.names())
        .contains(FlinkHints.HINT_NAME_OPTIONS)
        .doesNotContain("OURS");
  }
}
