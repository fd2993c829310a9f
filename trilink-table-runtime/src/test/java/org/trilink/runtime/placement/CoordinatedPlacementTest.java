/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class CoordinatedPlacementTest {

  @Test
  void saysWhatStateIsBoundTo() {
    assertThat(CoordinatedPlacement.leastKey()).hasToString("least-key");
    assertThat(CoordinatedPlacement.leastCount()).hasToString("least-count");
    assertThat(CoordinatedPlacement.leastCount(new KeyHistory())).hasToString("least-count");
    assertThat(CoordinatedPlacement.weight(new int[] {60, 40}, 1))
        .hasToString("weight 60,40 (random)");
  }

  @Test
  void refusesWeightsThatAreNotPercentages() {
    assertThatThrownBy(() -> CoordinatedPlacement.weight(new int[] {60, 50}, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[60, 50]")
        .hasMessageContaining("100 in all");
    assertThatThrownBy(() -> CoordinatedPlacement.weight(new int[] {120, -20}, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CoordinatedPlacement.weight(new int[0], 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesMoreWeightsThanKeyGroups() {
    CoordinatedPlacement placement = CoordinatedPlacement.weight(new int[] {20, 30, 50}, 1);
    assertThatThrownBy(() -> new KeyPlacements(new PlacementSettings(placement, Keys.BIGINT, 2, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There are 3 weights, but only 2 key groups.");
  }

  /** It is in the coordinator's provider only, as the factory is sent to every subtask. */
  @Test
  void aHistoryIsNotSentToSubtasks() throws Exception {
    KeyHistory history = new KeyHistory();
    for (int i = 0; i < 10_000; i++) {
      history.add(Keys.of(i), i);
    }
    PlacingOperatorFactory factory =
        PlacingSubtask.factory(CoordinatedPlacement.leastCount(history), 2);
    assertThat(InstantiationUtil.serializeObject(factory)).hasSizeLessThan(10_000);
    assertThat(
            InstantiationUtil.serializeObject(
                factory.getCoordinatorProvider("placing", PlacingSubtask.OPERATOR)))
        .hasSizeGreaterThan(100_000);
  }

  @Test
  void refusesNegativeHistory() {
    assertThatThrownBy(() -> new KeyHistory().add(Keys.of(1), -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 records");
  }
}
