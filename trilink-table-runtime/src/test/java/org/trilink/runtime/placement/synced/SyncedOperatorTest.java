/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.placement.CarriedKeySelector;
import org.trilink.runtime.placement.ProjectedKeys;

class SyncedOperatorTest {

  private static final RowType KEY = RowType.of(new BigIntType());

  /** Otherwise it would fail at its first Sync, perhaps after days, and at the next one again. */
  @Test
  void anOperatorWhoseKeysCannotMoveDoesNotStart() throws Exception {
    RowDataKeySelector keys = ProjectedKeys.firstColumns(KEY);
    SyncedOperatorFactory factory =
        new SyncedOperatorFactory(
            SimpleOperatorFactory.of(new Unknown()),
            new CarriedKeySelector[] {new CarriedKeySelector(keys, "hash (monitored)", 1)},
            KEY,
            "an exchange");
    try (KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(factory, keys, keys.getProducedType())) {
      assertThatThrownBy(harness::open)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining(Unknown.class.getName() + " cannot be moved")
          .hasMessageContaining("'partition.monitor'");
    }
  }

  private static final class Unknown extends AbstractStreamOperator<RowData>
      implements OneInputStreamOperator<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(StreamRecord<RowData> record) {}
  }
}
