/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.key.PlacedKeyTypeInfo;

class PlacedKeySelectorTest {

  private static final RowType KEY = KeyColumn.keyType(KeyColumn.STRING, KeyColumn.BIGINT);

  /** The key's columns and one more. */
  private static RowData row(String text, Long number) {
    return GenericRowData.of(StringData.fromString(text), number, 3.5);
  }

  private static PlacedKeySelector selector(KeyPlacementStrategy strategy) {
    return new PlacedKeySelector(ProjectedKeys.firstColumns(KEY), strategy, "custom test", 720);
  }

  @Test
  void flinkFindsTheGroupOfTheStrategy() throws Exception {
    PlacedKeySelector selector =
        selector((key, groups) -> key.isNullAt(1) ? 719 : (int) (key.getLong(1) % groups));
    for (long number = 0; number < 1_000; number++) {
      RowData key = selector.getKey(row("a", number));
      assertThat(key).isInstanceOf(PlacedKey.class);
      assertThat(KeyGroupRangeAssignment.assignToKeyGroup(key, 720)).isEqualTo(number % 720);
      assertThat(key.getString(0)).hasToString("a");
      assertThat(key.getLong(1)).isEqualTo(number);
    }
    RowData nothing = selector.getKey(row(null, null));
    assertThat(KeyGroupRangeAssignment.assignToKeyGroup(nothing, 720)).isEqualTo(719);
  }

  /** One is used before the network, another one after it. */
  @Test
  void selectorsOnTwoSubtasksAgree() throws Exception {
    PlacedKeySelector one = selector(new WeightPlacement(60, 40));
    PlacedKeySelector other = InstantiationUtil.clone(one);
    for (long number = 0; number < 1_000; number++) {
      assertThat(one.getKey(row("b", number)))
          .isEqualTo(other.getKey(row("b", number)))
          .hasSameHashCodeAs(other.getKey(row("b", number)));
    }
  }

  @Test
  void opensTheStrategyOnceOnASubtask() throws Exception {
    PlacedKeySelector selector = InstantiationUtil.clone(selector(new Opened()));
    for (long number = 0; number < 10; number++) {
      assertThat(KeyGroupRangeAssignment.assignToKeyGroup(selector.getKey(row("c", number)), 720))
          .isEqualTo(1);
    }
  }

  /** Counts how often it was opened. */
  private static final class Opened implements KeyPlacementStrategy {

    private static final long serialVersionUID = 1L;

    private int times;

    @Override
    public void open(RowType keyType) {
      assertThat(keyType).isEqualTo(KEY);
      times++;
    }

    @Override
    public int keyGroup(RowData key, int maxParallelism) {
      return times;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 720, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void failsOnAGroupThatDoesNotExist(int group) {
    PlacedKeySelector selector = selector(new ConstantPlacement(group));
    assertThatThrownBy(() -> selector.getKey(row("d", 1L)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Key placement "
                + ConstantPlacement.class.getName()
                + " put a key into key group "
                + group
                + ", but groups are 0 to 719: correct its keyGroup(key, maxParallelism).");
  }

  @Test
  void producesTheTypeThatStateIsBoundTo() {
    assertThat(selector(new ConstantPlacement(0)).getProducedType())
        .isEqualTo(new PlacedKeyTypeInfo(KEY, "custom test", 720));
  }
}
