/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import javax.annotation.Nullable;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * A field of Flink that the hand-over of keyed state reads though it is private. These are all of
 * them: another version of Flink needs a look at each.
 */
public enum StateField {
  OPERATOR_TIME_SERVICES(
      "org.apache.flink.streaming.api.operators.AbstractStreamOperator", "timeServiceManager"),
  TIMER_SERVICES(
      "org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl", "timerServices"),
  EVENT_TIME_TIMERS(StateField.TIMERS, "eventTimeTimersQueue"),
  PROCESSING_TIME_TIMERS(StateField.TIMERS, "processingTimeTimersQueue"),
  HEAP_STATES(StateField.HEAP, "registeredKVStates"),
  HEAP_STATE_FACTORY(StateField.HEAP, "stateTableFactory"),
  ROCKSDB_DB(StateField.ROCKSDB, "db"),
  ROCKSDB_FAMILIES(StateField.ROCKSDB, "kvStateInformation"),
  ROCKSDB_WRITE_BATCH(StateField.ROCKSDB, "writeBatchWrapper"),
  ROCKSDB_FAMILY_OPTIONS(StateField.ROCKSDB, "columnFamilyOptionsFactory"),
  ROCKSDB_TTL_FILTERS(StateField.ROCKSDB, "ttlCompactFiltersManager"),
  ROCKSDB_OPTIONS(StateField.ROCKSDB, "optionsContainer"),
  ROCKSDB_METRICS(StateField.ROCKSDB, "nativeMetricMonitor"),
  WINDOW_FUNCTION(FlinkNames.WINDOW_OPERATOR, "windowFunction"),
  MERGING_WINDOWS(FlinkNames.MERGING_WINDOW_FUNCTION, "mergingWindows"),
  SORTED_WINDOWS(FlinkNames.MERGING_WINDOW_SET, "cachedSortedWindows"),
  APPEND_ONLY_TOP_N(
      "org.apache.flink.table.runtime.operators.rank.AppendOnlyTopNFunction", "kvSortedMap"),
  UPDATABLE_TOP_N(
      "org.apache.flink.table.runtime.operators.rank.UpdatableTopNFunction", "kvRowKeyMap"),
  FAST_TOP_1("org.apache.flink.table.runtime.operators.rank.FastTop1Function", "kvCache");

  private static final String TIMERS =
      "org.apache.flink.streaming.api.operators.InternalTimerServiceImpl";
  private static final String HEAP = "org.apache.flink.runtime.state.heap.HeapKeyedStateBackend";
  private static final String ROCKSDB =
      "org.apache.flink.contrib.streaming.state.RocksDBKeyedStateBackend";

  @SuppressWarnings("ImmutableEnumChecker") // it has names only
  private final PrivateField field;

  StateField(String declaring, String name) {
    field = new PrivateField(declaring, name);
  }

  /**
   * Reads it.
   *
   * @param owner of Flink's class
   * @param type of the value
   * @throws IllegalStateException if it is not as in the supported version, or has no value
   */
  public <T> T of(Object owner, Class<T> type) {
    T value = ofIfSet(owner, type);
    if (value == null) {
      throw notAsExpected(field.toString(), null);
    }
    return value;
  }

  /**
   * Reads a field that may have no value.
   *
   * @return null if it has none
   */
  @Nullable
  public <T> T ofIfSet(Object owner, Class<T> type) {
    try {
      return type.cast(field.get(owner));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw notAsExpected(field.toString(), e);
    }
  }

  /** Whether an object is of the class that has the field, or of one that extends it. */
  public boolean isIn(Object owner) {
    return field.isDeclaredFor(owner);
  }

  PrivateField field() {
    return field;
  }

  /** The error for what is not as in the supported version. */
  public static IllegalStateException notAsExpected(String what, @Nullable Throwable cause) {
    return new IllegalStateException(
        String.format(
            "Keys cannot be moved: %s is not as in %s; this is Flink %s. Run the job on %s, or set"
                + " 'partition.monitor' to 'off', so that keys stay where they are.",
            what, SupportedFlink.NAME, EnvironmentInformation.getVersion(), SupportedFlink.NAME),
        cause);
  }
}
