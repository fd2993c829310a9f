/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key groups of a strategy with a monitor, which depend on the key alone. */
class BaseKeyGroupsTest {

  private static final int MAX_PARALLELISM = 12;

  private static BaseKeyGroups of(KeyPlacementStrategy strategy) {
    return BaseKeyGroups.of(
        strategy, new PlacementSettings("custom test", strategy, Keys.BIGINT, MAX_PARALLELISM, 2));
  }

  @Test
  void areThoseOfTheStrategy() {
    BinaryRowData key = Keys.of(7);

    assertThat(of(new ConstantPlacement(11)).keyGroup(key, key.hashCode())).isEqualTo(11);
    assertThat(of(new HashPlacement()).keyGroup(key, key.hashCode()))
        .isEqualTo(new HashPlacement().keyGroup(key, MAX_PARALLELISM));
  }

  /** A negative one would be taken for a key group that is not known yet. */
  @ParameterizedTest
  @ValueSource(ints = {-1, MAX_PARALLELISM, Integer.MIN_VALUE})
  void aKeyGroupThatDoesNotExistFailsTheJobAndIsNamed(int group) {
    BaseKeyGroups groups = of(new ConstantPlacement(group));
    BinaryRowData key = Keys.of(7);

    assertThatThrownBy(() -> groups.keyGroup(key, key.hashCode()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Key placement "
                + ConstantPlacement.class.getName()
                + " put a key into key group "
                + group
                + ", but groups are 0 to 11: correct its keyGroup(key, maxParallelism).");
  }
}
