/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.placement.KeyPlacementStrategy;
import org.trilink.runtime.placement.ProjectedKeys;

class AheadKeyByPartitionerTest {

  private static final RowType KEY_TYPE = RowType.of(new BigIntType());

  @Test
  void asksTheStrategyWithTheNumberOfPartitions() {
    assertThat(partition((key, partitions) -> partitions - 1, 3)).isEqualTo(2);
  }

  /** A user's class may do that. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 3})
  void aPartitionThatIsNotThereIsAnError(int partition) {
    assertThatThrownBy(() -> partition((key, partitions) -> partition, 3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(
            "put a key into partition %d of topic 't', but partitions are 0 to 2: correct its"
                    .formatted(partition)
                + " keyGroup(key, maxParallelism).");
  }

  private static int partition(KeyPlacementStrategy strategy, int partitions) {
    AheadKeyByPartitioner partitioner =
        new AheadKeyByPartitioner(
            ProjectedKeys.firstColumns(KEY_TYPE), KEY_TYPE, strategy, "[k] by a strategy");
    return partitioner.partition(GenericRowData.of(42L), null, null, "t", new int[partitions]);
  }
}
