/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.harness.Subtasks;
import org.trilink.runtime.window.StateBackends;

/** A stock operator with or without key-level watermarks; its rows are shown as text. */
final class KeyTimeHarness extends ReadingHarness<String> {

  private KeyTimeHarness(
      StockOperator operator,
      AbstractStreamOperator<RowData> stock,
      StreamOperatorFactory<RowData> factory,
      StateBackends backend,
      int parallelism,
      int subtask)
      throws Exception {
    super(stock, factory, operator.output(), operator::show, backend, parallelism, subtask);
  }

  private static KeyTimeHarness create(
      StockOperator operator,
      KeyTimeSettings settings,
      StateBackends backend,
      long cacheBudget,
      int parallelism,
      int subtask)
      throws Exception {
    AbstractStreamOperator<RowData> stock = operator.create();
    KeyWatermarkOperatorFactory wrapping =
        new KeyWatermarkOperatorFactory(
            SimpleOperatorFactory.of(stock), settings.policy(), operator.time(settings.delay()));
    wrapping.setCacheBudget(cacheBudget);
    return new KeyTimeHarness(operator, stock, wrapping, backend, parallelism, subtask);
  }

  /** The operator alone, with the subtask's watermark. */
  static KeyTimeHarness openStock(StockOperator operator, StateBackends backend) throws Exception {
    AbstractStreamOperator<RowData> stock = operator.create();
    KeyTimeHarness harness =
        new KeyTimeHarness(operator, stock, SimpleOperatorFactory.of(stock), backend, 1, 0);
    harness.open(null);
    return harness;
  }

  static KeyTimeHarness open(
      StockOperator operator, KeyTimeSettings settings, StateBackends backend) throws Exception {
    return open(operator, settings, backend, 1, 0, null);
  }

  /** One of several subtasks, restored; null for no state. */
  static KeyTimeHarness open(
      StockOperator operator,
      KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      int subtask,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    KeyTimeHarness harness =
        create(operator, settings, backend, backend.cacheBudget(), parallelism, subtask);
    harness.open(state);
    return harness;
  }

  /** With a cache of so many bytes. */
  static KeyTimeHarness openCaching(
      long bytes, StockOperator operator, KeyTimeSettings settings, StateBackends backend)
      throws Exception {
    return openCaching(bytes, operator, settings, backend, null);
  }

  /** Opens an operator with a cache of so many bytes, restored; null for no state. */
  static KeyTimeHarness openCaching(
      long bytes,
      StockOperator operator,
      KeyTimeSettings settings,
      StateBackends backend,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    KeyTimeHarness harness = create(operator, settings, backend, bytes, 1, 0);
    harness.open(state);
    return harness;
  }

  /** Restored at a processing time in ms. */
  static KeyTimeHarness restoreAt(
      long processingTime,
      StockOperator operator,
      KeyTimeSettings settings,
      StateBackends backend,
      OperatorSubtaskState state)
      throws Exception {
    KeyTimeHarness harness = create(operator, settings, backend, backend.cacheBudget(), 1, 0);
    harness.processingTime(processingTime);
    harness.open(state);
    return harness;
  }

  /** All subtasks of the operator. */
  static Subtasks<String, KeyTimeHarness> openAll(
      StockOperator operator, KeyTimeSettings settings, StateBackends backend, int parallelism)
      throws Exception {
    return Subtasks.open(
        parallelism,
        (subtasks, subtask, state) -> open(operator, settings, backend, subtasks, subtask, state));
  }

  /** All subtasks of the operator, with the state that another number of them had. */
  static Subtasks<String, KeyTimeHarness> restoreAll(
      StockOperator operator,
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
        (subtasks, subtask, state) -> open(operator, settings, backend, subtasks, subtask, state));
  }

  /** The wrapped operator. */
  AbstractStreamOperator<RowData> stock() {
    return keyed();
  }

  /** The number of watermarks in state: of keys, or of groups of keys. */
  int watermarks() throws Exception {
    snapshot(); // writes the cache back
    return keyTime().countWatermarks();
  }

  /** Event-time timers of all keys. */
  int timers() throws Exception {
    return keyTime().countTimers();
  }

  /** The number of keys with a cleanup timer, which fires at the bound. */
  int cleanupTimers() {
    return keyTime().countCleanupTimers();
  }

  /** The number of keys with a processing-time timer for the idle timeout. */
  int checks() {
    return keyTime().countIdleChecks();
  }

  private KeyTimeServiceManager<?> keyTime() {
    KeyWatermarkOneInputOperator operator = running();
    return operator.keyTime();
  }

  /** Asserts that no key has a cleanup timer. */
  @Override
  public void assertNothingIsHeld() {
    assertThat(cleanupTimers()).isZero();
  }
}
