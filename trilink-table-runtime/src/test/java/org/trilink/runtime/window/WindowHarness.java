/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.runtime.flink.StockGroupWindows;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.harness.Subtasks;
import org.trilink.runtime.key.ShortText;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** A window operator, Trilink's or Flink's. */
public final class WindowHarness extends ReadingHarness<WindowRow> {

  private static final LogicalType BIGINT = new BigIntType();
  private static final LogicalType[] OUTPUT = {KEY, BIGINT, BIGINT, BIGINT, BIGINT};

  private WindowHarness(
      AbstractStreamOperator<RowData> operator, StateBackends backend, int parallelism, int subtask)
      throws Exception {
    super(
        operator,
        SimpleOperatorFactory.of(operator),
        OUTPUT,
        WindowRow::of,
        backend,
        parallelism,
        subtask);
    if (operator instanceof KeyWatermarkWindowAggOperator ours) {
      ours.setCacheBudget(backend.cacheBudget());
      ours.setOwnAggregators(backend.ownAggregators());
      ours.setMaxKeysAsObjects(backend.maxKeysAsObjects());
    }
  }

  // -------------------------------------------------------------------------------- creation

  /** The operator under test, started with no state, alone. */
  static WindowHarness open(WindowShape shape, KeyTimeSettings settings, StateBackends backend)
      throws Exception {
    return open(operator(shape, settings, backend), backend);
  }

  static WindowHarness open(KeyWatermarkWindowAggOperator operator, StateBackends backend)
      throws Exception {
    return open(operator, backend, null);
  }

  /** With a cache of another size than the backend's, in bytes; null for the operator's share. */
  static WindowHarness openWithCache(
      @Nullable Long cacheBudget, KeyWatermarkWindowAggOperator operator, StateBackends backend)
      throws Exception {
    WindowHarness harness = new WindowHarness(operator, backend, 1, 0);
    operator.setCacheBudget(cacheBudget);
    harness.open(null);
    return harness;
  }

  /** Restored; null for no state. */
  static WindowHarness open(
      KeyWatermarkWindowAggOperator operator,
      StateBackends backend,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    WindowHarness harness = new WindowHarness(operator, backend, 1, 0);
    harness.open(state);
    return harness;
  }

  /** One of several subtasks, restored; null for no state. */
  static WindowHarness open(
      WindowShape shape,
      KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      int subtask,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    WindowHarness harness =
        new WindowHarness(operator(shape, settings, backend), backend, parallelism, subtask);
    harness.open(state);
    return harness;
  }

  /** Restored at a processing time in ms. */
  static WindowHarness openAt(
      long processingTime,
      WindowShape shape,
      KeyTimeSettings settings,
      StateBackends backend,
      OperatorSubtaskState state)
      throws Exception {
    WindowHarness harness = new WindowHarness(operator(shape, settings, backend), backend, 1, 0);
    harness.processingTime(processingTime);
    harness.open(state);
    return harness;
  }

  /** Flink's own operator for the same windows. */
  public static WindowHarness openStock(WindowShape shape, StateBackends backend) throws Exception {
    WindowHarness harness = new WindowHarness(stockOperator(shape), backend, 1, 0);
    harness.open(null);
    return harness;
  }

  private static AbstractStreamOperator<RowData> stockOperator(WindowShape shape) {
    return shape.kind() == WindowShape.Kind.SESSION ? stockSessions(shape) : stockSlices(shape);
  }

  private static AbstractStreamOperator<RowData> stockSessions(WindowShape shape) {
    return StockGroupWindows.session(shape.size())
        .in(shape.zone())
        .operator(
            input(),
            ROWTIME,
            new SessionCountSumMax(),
            (a, b) -> false, // results are final
            CountSumMax.accumulatorTypes(),
            new LogicalType[] {new BigIntType()});
  }

  private static AbstractStreamOperator<RowData> stockSlices(WindowShape shape) {
    return shape
        .stockSlices(ROWTIME)
        .operator(
            inputSerializer(),
            new RowDataSerializer(KEY),
            CountSumMax.generated(),
            new RowDataSerializer(CountSumMax.accumulatorTypes()),
            CountSumMax.COUNT_STAR);
  }

  private static KeyWatermarkWindowAggOperator operator(
      WindowShape shape, KeyTimeSettings settings, StateBackends backend) {
    return shape.kind() == WindowShape.Kind.SESSION
        ? operator(
            Windowing.sessions(
                SessionCountSumMax.generated(),
                CountSumMax.accumulatorTypes(),
                shape.size(),
                shape.zone()),
            settings,
            backend)
        : operator(shape, settings, CountSumMax.generated(), backend);
  }

  static KeyWatermarkWindowAggOperator operator(
      WindowShape shape,
      KeyTimeSettings settings,
      GeneratedNamespaceAggsHandleFunction<Long> aggregates,
      StateBackends backend) {
    return operator(
        Windowing.slices(
            aggregates, CountSumMax.accumulatorTypes(), shape.localSlices(), shape.zone()),
        settings,
        backend);
  }

  static KeyWatermarkWindowAggOperator operator(
      Windowing<?> windowing, KeyTimeSettings settings, StateBackends backend) {
    return new KeyWatermarkWindowAggOperator(
        windowing, InputTime.rowtime(ROWTIME, settings.delay()), settings.policy(), backend.keys());
  }

  /** All subtasks of the operator. */
  static Subtasks<WindowRow, WindowHarness> openAll(
      WindowShape shape, KeyTimeSettings settings, StateBackends backend, int parallelism)
      throws Exception {
    return Subtasks.open(
        parallelism,
        (subtasks, subtask, state) -> open(shape, settings, backend, subtasks, subtask, state));
  }

  /** All subtasks of the operator, with the state that another number of them had. */
  static Subtasks<WindowRow, WindowHarness> restoreAll(
      WindowShape shape,
      KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      OperatorSubtaskState formerState,
      int formerParallelism)
      throws Exception {
    return Subtasks.restore(
        parallelism,
        formerState,
        formerParallelism,
        (subtasks, subtask, state) -> open(shape, settings, backend, subtasks, subtask, state));
  }

  KeyedStateBackend<RowData> stateBackend() {
    return keyed().getKeyedStateBackend();
  }

  /** Keys that have open windows, as entries of their own or on pages. */
  long keysInState() throws Exception {
    snapshot(); // writes the cache back
    KeyedStateBackend<RowData> backend = stateBackend();
    Set<Object> keys = new HashSet<>();
    try (Stream<RowData> entries = backend.getKeys("key-windows", VoidNamespace.INSTANCE)) {
      entries.forEach(keys::add);
    }
    if (StoredKeyPages.exist(backend)) {
      StoredKeyPages.of(backend, () -> 0)
          .forEachStored(
              page -> IntStream.range(0, page.count).forEach(i -> keys.add(keyOnPage(page, i))));
    }
    return keys.size();
  }

  private static RowData keyOnPage(KeyPage page, int index) {
    ShortText text = new ShortText();
    BinaryRowData key = text.newKey();
    if (!page.isNull(index)) {
      text.setKey(key, page.number(index));
    }
    return key;
  }

  int timers() {
    return flinkTimers();
  }

  int processingTimeTimers() {
    return flinkProcessingTimeTimers();
  }

  /** Asserts that no key has open windows or a cleanup timer. */
  @Override
  public void assertNothingIsHeld() throws Exception {
    assertThat(keysInState()).isZero();
    assertThat(timers()).isZero();
  }
}
