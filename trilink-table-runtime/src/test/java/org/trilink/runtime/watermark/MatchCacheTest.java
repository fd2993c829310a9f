/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.cep.nfa.NFAState;
import org.apache.flink.cep.nfa.NFAStateSerializer;
import org.apache.flink.cep.nfa.sharedbuffer.EventId;
import org.apache.flink.cep.nfa.sharedbuffer.Lockable;
import org.apache.flink.cep.nfa.sharedbuffer.NodeId;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferNodeSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/** Tests that the state of MATCH_RECOGNIZE is cached beside RocksDB. */
class MatchCacheTest {

  private static final KeyTimeSettings TIME = KeyTimeSettings.of(5, UNBOUNDED);
  private static final int KEYS = 12;
  private static final int RECORDS = 2_000;

  /** Has no room for a key, for some of them, or for all. */
  static Stream<Arguments> patternsAndBudgets() {
    return Stream.of(Matching.values())
        .flatMap(
            pattern ->
                Stream.of(0L, 30_000L, 10_000_000L).map(budget -> Arguments.of(pattern, budget)));
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0}, {1} bytes")
  @MethodSource("patternsAndBudgets")
  void rowsAndStateAreThoseOnFlinksHeap(Matching pattern, long budget) throws Exception {
    RandomReadings random = new RandomReadings(budget, KEYS, 0, 10);
    List<Reading> input = random.next(RECORDS);
    Random failures = new Random(1);
    KeyTimeHarness heap = KeyTimeHarness.open(pattern, TIME, StateBackends.HEAP);
    KeyTimeHarness cached =
        KeyTimeHarness.openCaching(budget, pattern, TIME, StateBackends.ROCKSDB);
    int rows = 0;
    for (Reading reading : input) {
      heap.read(reading);
      cached.read(reading);
      List<String> expected = heap.rows();
      assertThat(cached.rows()).as("%s", reading).isEqualTo(expected);
      rows += expected.size();
      if (failures.nextInt(100) == 0) {
        OperatorSubtaskState snapshot = cached.snapshot();
        for (String key : random.keys()) {
          assertThat(stateOf(key, cached))
              .as("%s after %s", key, reading)
              .isEqualTo(stateOf(key, heap));
        }
        if (failures.nextBoolean()) {
          cached.close();
          cached =
              KeyTimeHarness.openCaching(budget, pattern, TIME, StateBackends.ROCKSDB, snapshot);
        }
      }
    }
    assertThat(rows).isGreaterThan(100);
    heap.watermark(Long.MAX_VALUE);
    cached.watermark(Long.MAX_VALUE);
    assertThat(cached.rows()).containsExactlyInAnyOrderElementsOf(heap.rows());
    heap.close();
    cached.close();
  }

  @ParameterizedTest
  @EnumSource
  void isWrittenBySnapshotsOnly(Matching pattern) throws Exception {
    try (KeyTimeHarness operator = KeyTimeHarness.open(pattern, TIME, StateBackends.ROCKSDB)) {
      operator.read("a", 10, 2);
      operator.read("a", 20, 4);
      assertThat(operator.storedEntries()).isZero();

      OperatorSubtaskState unused = operator.snapshot();
      assertThat(operator.storedEntries()).isPositive();
    }
  }

  @Test
  void keysForWhichThereIsNoRoomAreEvicted() throws Exception {
    try (KeyTimeHarness operator =
        KeyTimeHarness.openCaching(30_000, Matching.RUN, TIME, StateBackends.ROCKSDB)) {
      for (Reading reading : new RandomReadings(3, KEYS, 0, 10).next(RECORDS)) {
        operator.read(reading);
      }
      assertThat(operator.gauge("keyCacheKeys")).isBetween(1L, KEYS - 1L);
      assertThat(operator.gauge("keyCacheBytes")).isBetween(1L, 30_000L);
      assertThat(operator.counter("keyCacheMisses")).isPositive();
    }
  }

  /** Each of the states of a key that the operator has in the backend. */
  private static List<Map<?, ?>> stateOf(String key, KeyTimeHarness operator) throws Exception {
    KeyedStateBackend<RowData> backend = operator.stock().getKeyedStateBackend();
    RowData selected = backend.getCurrentKey();
    backend.setCurrentKey(
        KeyTimeHarness.keyOf(GenericRowData.of(StringData.fromString(key), null, null)));
    List<Map<?, ?>> states =
        List.of(
            value(backend, "nfaStateName", new NFAStateSerializer()),
            map(
                backend,
                "eventQueuesStateName",
                LongSerializer.INSTANCE,
                new ListSerializer<>(KeyTimeHarness.inputSerializer())),
            map(
                backend,
                "sharedBuffer-events",
                EventId.EventIdSerializer.INSTANCE,
                new Lockable.LockableTypeSerializer<>(KeyTimeHarness.inputSerializer())),
            map(
                backend,
                "sharedBuffer-entries-with-lockable-edges",
                new NodeId.NodeIdSerializer(),
                new Lockable.LockableTypeSerializer<>(new SharedBufferNodeSerializer())),
            map(
                backend,
                "sharedBuffer-events-count",
                LongSerializer.INSTANCE,
                IntSerializer.INSTANCE));
    if (selected != null) {
      backend.setCurrentKey(selected);
    }
    return states;
  }

  private static Map<?, ?> value(
      KeyedStateBackend<RowData> backend, String name, TypeSerializer<NFAState> serializer)
      throws Exception {
    NFAState value =
        backend
            .getPartitionedState(
                VoidNamespace.INSTANCE,
                VoidNamespaceSerializer.INSTANCE,
                new ValueStateDescriptor<>(name, serializer))
            .value();
    return value == null ? Map.of() : Map.of(name, value);
  }

  private static <UK, UV> Map<UK, UV> map(
      KeyedStateBackend<RowData> backend,
      String name,
      TypeSerializer<UK> keys,
      TypeSerializer<UV> values)
      throws Exception {
    MapState<UK, UV> state =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            new MapStateDescriptor<>(name, keys, values));
    Map<UK, UV> entries = new HashMap<>();
    state.entries().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
    return entries;
  }
}
