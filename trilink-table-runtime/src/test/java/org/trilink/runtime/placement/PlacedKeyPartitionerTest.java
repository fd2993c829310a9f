/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlacedKeyPartitionerTest {

  static Stream<KeyPlacementStrategy> strategies() {
    return Stream.of(
        new ModuloPlacement(),
        new WeightPlacement(20, 50, 30),
        (key, maxParallelism) -> key.isNullAt(0) ? maxParallelism - 1 : 0);
  }

  /** State backends require the same key group. */
  @ParameterizedTest
  @MethodSource("strategies")
  void agreesWithFlinksOnPlacedKeys(KeyPlacementStrategy strategy) throws Exception {
    Random random = new Random(11);
    for (int maxParallelism : new int[] {60, 128, 720, 32768}) {
      PlacedKeySelector keys = selector(strategy, maxParallelism);
      for (int parallelism : new int[] {1, 2, 7, 60}) {
        PlacedKeyPartitioner ours = InstantiationUtil.clone(new PlacedKeyPartitioner(keys));
        KeyGroupStreamPartitioner<RowData, RowData> flinks =
            new KeyGroupStreamPartitioner<>(keys, maxParallelism);
        ours.configure(maxParallelism);
        ours.setup(parallelism);
        flinks.setup(parallelism);
        for (int i = 0; i < 1_000; i++) {
          SerializationDelegate<StreamRecord<RowData>> record =
              record(GenericRowData.of(KeyColumn.BIGINT.next(random)));
          assertThat(ours.selectChannel(record)).isEqualTo(flinks.selectChannel(record));
        }
      }
    }
  }

  @Test
  void isForOneMaxParallelism() {
    PlacedKeyPartitioner partitioner =
        new PlacedKeyPartitioner(selector(new ModuloPlacement(), 720));
    assertThatThrownBy(() -> partitioner.configure(128))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Keys are placed by partition=test for max parallelism 720, but the operator behind the"
                + " exchange has 128. Set the max parallelism only for the whole job, with"
                + " 'pipeline.max-parallelism'.");
  }

  @Test
  void isLikeFlinksToFlink() {
    PlacedKeyPartitioner ours = new PlacedKeyPartitioner(selector(new ModuloPlacement(), 720));
    assertThat(ours.isPointwise()).isFalse();
    assertThat(ours.isBroadcast()).isFalse();
    assertThat(ours.getDownstreamSubtaskStateMapper()).isEqualTo(SubtaskStateMapper.RANGE);
    assertThat(ours).hasToString("HASH[partition=test]");
  }

  private static PlacedKeySelector selector(KeyPlacementStrategy strategy, int maxParallelism) {
    return new PlacedKeySelector(
        ProjectedKeys.firstColumns(KeyColumn.keyType(KeyColumn.BIGINT)),
        strategy,
        "test",
        maxParallelism);
  }

  private static SerializationDelegate<StreamRecord<RowData>> record(RowData row) {
    SerializationDelegate<StreamRecord<RowData>> record = new SerializationDelegate<>(null);
    record.setInstance(new StreamRecord<>(row));
    return record;
  }
}
