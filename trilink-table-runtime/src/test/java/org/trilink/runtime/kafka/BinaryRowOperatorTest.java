/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.operator.UncopiedRowSerializer;

class BinaryRowOperatorTest {

  @Test
  void emitsEachRowAsABinaryRowOfItsOwn() throws Exception {
    try (OneInputStreamOperatorTestHarness<RowData, RowData> harness =
        new OneInputStreamOperatorTestHarness<>(
            new BinaryRowOperator(new RowDataSerializer(new BigIntType())))) {
      harness.setup(new UncopiedRowSerializer(new RowDataSerializer(new BigIntType())));
      harness.open();
      GenericRowData reused = GenericRowData.ofKind(RowKind.UPDATE_AFTER, 1L);
      harness.processElement(new StreamRecord<>(reused, 17));
      reused.setField(0, 2L);
      harness.processElement(new StreamRecord<>(reused, 18));

      StreamRecord<?> first = (StreamRecord<?>) harness.getOutput().poll();
      StreamRecord<?> second = (StreamRecord<?>) harness.getOutput().poll();
      assertThat(first.getTimestamp()).isEqualTo(17);
      assertThat(first.getValue())
          .isInstanceOfSatisfying(
              BinaryRowData.class,
              row -> {
                assertThat(row.getLong(0)).isEqualTo(1);
                assertThat(row.getRowKind()).isEqualTo(RowKind.UPDATE_AFTER);
              });
      assertThat(((BinaryRowData) second.getValue()).getLong(0)).isEqualTo(2);
    }
  }
}
