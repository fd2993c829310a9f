/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.window.StateBackends;

class KeyCountingOperatorFactoryTest {

  private static RowData row(String key) {
    return GenericRowData.of(StringData.fromString(key));
  }

  @Test
  void countsTheKeysOfBothInputsAndOfEachSubtaskByItself() throws Exception {
    KeyedOperator counted = new TwoInputs().wrappedBy(KeyCountingOperatorFactory::new);
    try (KeyedOperatorHarness one = KeyedOperatorHarness.open(counted, StateBackends.HEAP);
        KeyedOperatorHarness other = KeyedOperatorHarness.open(counted, StateBackends.HEAP)) {
      assertThat(one.gauge("numKeysSeen")).isZero();
      for (String key : new String[] {"a", "b", "a", "c"}) {
        one.process1(row(key));
      }
      one.process2(row("c"));
      one.process2(row("d"));
      other.process2(row("a"));

      assertThat(one.gauge("numKeysSeen")).isEqualTo(4);
      assertThat(other.gauge("numKeysSeen")).isOne();
    }
  }

  /** Ignores its rows, but not their keys. */
  private static final class TwoInputs implements KeyedOperator {

    @Override
    public AbstractStreamOperator<RowData> create() {
      return new Ignoring();
    }

    @Override
    public LogicalType[] output() {
      return new LogicalType[] {KeyedHarness.KEY};
    }

    @Override
    public String show(RowData row) {
      return row.toString();
    }
  }

  private static final class Ignoring extends AbstractStreamOperator<RowData>
      implements TwoInputStreamOperator<RowData, RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processElement1(StreamRecord<RowData> record) {}

    @Override
    public void processElement2(StreamRecord<RowData> record) {}
  }
}
