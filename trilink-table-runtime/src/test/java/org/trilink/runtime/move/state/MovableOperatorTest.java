/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamFilter;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** The operators whose keys can be moved. */
class MovableOperatorTest {

  @Test
  void operatorThatNobodyKnowsIsRefused() throws Exception {
    try (KeyedOneInputStreamOperatorTestHarness<Integer, Integer, Integer> harness =
        keyed(new Unknown())) {
      harness.open();

      assertThatThrownBy(() -> KeyedStateMover.of(harness.getOperator()))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining(Unknown.class.getName())
          .hasMessageContaining("'partition.monitor'");
    }
  }

  @Test
  void operatorThatHandsOverIsTaken() throws Exception {
    try (KeyedOneInputStreamOperatorTestHarness<Integer, Integer, Integer> harness =
        keyed(new HandsOver())) {
      harness.open();

      MovableOperator<Integer> movable = MovableOperator.of(harness.getOperator());

      assertThat(movable.keyed).isSameAs(harness.getOperator());
      assertThat(movable.ownParts).singleElement().isSameAs(harness.getOperator());
      assertThat(movable.timeServices).isNotNull();
    }
  }

  private static KeyedOneInputStreamOperatorTestHarness<Integer, Integer, Integer> keyed(
      OneInputStreamOperator<Integer, Integer> operator) throws Exception {
    return new KeyedOneInputStreamOperatorTestHarness<>(operator, number -> number, Types.INT);
  }

  @Test
  void operatorWithoutKeysIsRefused() throws Exception {
    try (OneInputStreamOperatorTestHarness<Integer, Integer> harness =
        new OneInputStreamOperatorTestHarness<>(new StreamFilter<>(number -> true))) {
      harness.open();

      assertThatThrownBy(() -> KeyedStateMover.of(harness.getOperator()))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("StreamFilter")
          .hasMessageContaining("no keyed state");
    }
  }

  private static class Unknown extends AbstractStreamOperator<Integer>
      implements OneInputStreamOperator<Integer, Integer> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(StreamRecord<Integer> record) {}
  }

  private static final class HandsOver extends Unknown implements HandsOverKeys<Integer> {

    private static final long serialVersionUID = 1L;
  }
}
