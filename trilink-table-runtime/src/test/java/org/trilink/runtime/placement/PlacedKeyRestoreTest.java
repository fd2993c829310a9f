/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.flink.PlacedStateRefusal;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.window.StateBackends;

/** State is bound to how its keys were placed. */
class PlacedKeyRestoreTest {

  private static final RowType BIGINT = KeyColumn.keyType(KeyColumn.BIGINT);
  private static final int MAX_PARALLELISM = 720;

  private static final Placement MODULO =
      new Placement(BIGINT, new ModuloPlacement(), "modulo", MAX_PARALLELISM);

  private static Placement weight(int... weights) {
    String text = "weight " + weights[0] + "," + weights[1];
    return new Placement(BIGINT, new WeightPlacement(weights), text, MAX_PARALLELISM);
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void takesStateOfTheSamePlacement(StateBackends backend) throws Exception {
    OperatorSubtaskState state = stateOf(MODULO, backend);
    assertThatCode(restore(state, MODULO, backend)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void refusesStateOfAnotherStrategy(StateBackends backend) throws Exception {
    assertThatThrownBy(restore(stateOf(MODULO, backend), weight(60, 40), backend))
        .hasRootCauseMessage(
            "The state can't be restored: its keys were placed by partition=modulo,"
                + " max-parallelism=720, and this plan places them by partition=weight 60,40,"
                + " max-parallelism=720, so that it would look for them on other subtasks. Place"
                + " them as before (hint and pipeline.max-parallelism), or start without the"
                + " state.");
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void refusesStateOfOtherSettings(StateBackends backend) throws Exception {
    assertThatThrownBy(restore(stateOf(weight(60, 40), backend), weight(50, 50), backend))
        .rootCause()
        .hasMessageContaining("were placed by partition=weight 60,40, max-parallelism=720")
        .hasMessageContaining("places them by partition=weight 50,50, max-parallelism=720");
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void refusesStateOfAnotherMaxParallelism(StateBackends backend) throws Exception {
    Placement other = new Placement(BIGINT, new ModuloPlacement(), "modulo", 128);
    assertThatThrownBy(restore(stateOf(MODULO, backend), other, backend))
        .rootCause()
        .hasMessageContaining("were placed by partition=modulo, max-parallelism=720")
        .hasMessageContaining("places them by partition=modulo, max-parallelism=128");
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void refusesPlacedStateInAStockPlan(StateBackends backend) throws Exception {
    Placement stock = Placement.stock(BIGINT, MAX_PARALLELISM);
    assertThatThrownBy(restore(stateOf(MODULO, backend), stock, backend))
        .rootCause()
        .hasMessageContainingAll(PlacedStateRefusal.inAStockPlan());
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void refusesStockStateInAPlacedPlan(StateBackends backend) throws Exception {
    OperatorSubtaskState state = stateOf(Placement.stock(BIGINT, MAX_PARALLELISM), backend);
    assertThatThrownBy(restore(state, MODULO, backend))
        .rootCause()
        .hasMessageContaining("The new key serializer (keys placed by Trilink, partition=modulo,")
        .hasMessageContaining(
            "a plan and its state need the same placement; start without the state, or give the"
                + " TRILINK hint the 'partition' with which the state was written, or none if it"
                + " had none) must be compatible with the previous key serializer");
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void refusesStateOfKeysOfAnotherType(StateBackends backend) throws Exception {
    Placement other =
        new Placement(RowType.of(new IntType()), new ModuloPlacement(), "modulo", MAX_PARALLELISM);
    assertThatThrownBy(restore(stateOf(MODULO, backend), other, backend))
        .hasRootCauseMessage(
            "The state can't be restored: its keys were (BIGINT), and this plan's keys are (INT)."
                + " Keep the columns of the key, or start without the state.");
  }

  private static OperatorSubtaskState stateOf(Placement placement, StateBackends backend)
      throws Exception {
    try (KeyedOperatorHarness harness =
        KeyedOperatorHarness.open(TimedCounts.operator(placement), backend)) {
      for (long key = 0; key < 20; key++) {
        RowData row = GenericRowData.of(key, 10 * key);
        harness.process(row);
      }
      return harness.snapshot();
    }
  }

  private static ThrowingCallable restore(
      OperatorSubtaskState state, Placement placement, StateBackends backend) {
    return () ->
        KeyedOperatorHarness.open(TimedCounts.operator(placement), backend, 1, 0, state).close();
  }
}
