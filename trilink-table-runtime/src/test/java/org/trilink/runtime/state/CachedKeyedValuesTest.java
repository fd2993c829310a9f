/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.window.StateBackends;

/** Tests that the values that are not written yet are bounded, and that none of them is lost. */
class CachedKeyedValuesTest {

  private static final int MAX_UNWRITTEN = 10;

  private Cached cached;
  private KeyedOneInputStreamOperatorTestHarness<Long, Long, Long> harness;

  @BeforeEach
  void open() throws Exception {
    open(Integer.MAX_VALUE);
  }

  private void open(int maxKeys) throws Exception {
    cached = new Cached(maxKeys);
    harness = new KeyedOneInputStreamOperatorTestHarness<>(cached, number -> number, Types.LONG);
    harness.setStateBackend(StateBackends.ROCKSDB.create());
    harness.open();
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  @Test
  void aValueWaitsUntilTooManyDo() throws Exception {
    for (long key = 0; key < MAX_UNWRITTEN; key++) {
      cached.set(key, key);
    }
    assertThat(cached.writtenKeys()).isEmpty();

    cached.set(3, 33); // waits already
    assertThat(cached.writtenKeys()).isEmpty();

    cached.set(10, 10);
    cached.set(11, 11);
    assertThat(cached.writtenKeys()).containsExactlyInAnyOrder(0L, 1L);
  }

  @Test
  void eachEntryOfAMapCounts() throws Exception {
    cached.putAll(1, LongStream.range(0, MAX_UNWRITTEN + 1));
    assertThat(cached.writtenKeys("map")).containsExactly(1L);

    cached.putAll(2, LongStream.range(0, MAX_UNWRITTEN));
    cached.removeAll(2, LongStream.range(0, MAX_UNWRITTEN));
    cached.set(3, 3);
    assertThat(cached.writtenKeys()).as("what was removed does not wait").isEmpty();
  }

  @Test
  void keysBeyondTheMaximumAreWrittenAtOnce() throws Exception {
    close();
    open(2);
    for (long key = 0; key < 4; key++) {
      cached.set(key, key);
    }
    assertThat(cached.writtenKeys()).containsExactlyInAnyOrder(2L, 3L);
  }

  @Test
  void theBackendIsNotReadForANewKey() throws Exception {
    close();
    open(2);
    for (long key = 0; key < 10; key++) {
      cached.set(key, key);
    }
    assertThat(cached.values.misses()).isZero();

    for (long key = 0; key < 10; key++) {
      assertThat(cached.get(key)).isEqualTo(key);
    }
    assertThat(cached.values.misses()).isEqualTo(8);
  }

  /** To read a map is to write what has changed in it before. */
  @Test
  void theBackendIsNotReadToTellThatAMapHasAnEntry() throws Exception {
    close();
    open(0);
    cached.putAll(1, LongStream.of(0));

    cached.setCurrentKey(1L);
    cached.map.put(9L, 9L);
    assertThat(cached.map.keys().iterator().hasNext()).isTrue();
    assertThat(cached.storedMap.contains(9L)).isFalse();

    assertThat(cached.map.keys()).containsExactlyInAnyOrder(0L, 9L);
    assertThat(cached.storedMap.contains(9L)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, Integer.MAX_VALUE})
  void allIsAsItWasSet(int maxKeys) throws Exception {
    close();
    open(maxKeys);
    Random random = new Random(1);
    Map<Long, Long> expected = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      long key = random.nextInt(40);
      if (random.nextInt(3) == 0) {
        cached.clear(key);
        expected.remove(key);
      } else {
        cached.set(key, i);
        expected.put(key, (long) i);
      }
      if (random.nextInt(200) == 0) {
        cached.values.flush();
        assertThat(cached.writtenKeys()).containsExactlyInAnyOrderElementsOf(expected.keySet());
      }
      long other = random.nextInt(40);
      assertThat(cached.get(other))
          .as("key %d after %d steps", other, i)
          .isEqualTo(expected.get(other));
    }
  }

  /** Selects a key, changes its values and leaves it. */
  private static final class Cached extends AbstractStreamOperator<Long>
      implements OneInputStreamOperator<Long, Long> {

    private static final long serialVersionUID = 1L;

    private final int maxKeys;
    private transient CachedKeyedValues<Long> values;
    private transient KeyValue<Long> value;
    private transient MapState<Long, Long> storedMap;
    private transient MapState<Long, Long> map;

    private Cached(int maxKeys) {
      this.maxKeys = maxKeys;
    }

    @Override
    public void open() throws Exception {
      CheckpointableKeyedStateBackend<Long> backend =
          (CheckpointableKeyedStateBackend<Long>) this.<Long>getKeyedStateBackend();
      values =
          new CachedKeyedValues<>(
              backend, true, new OperatorMemory(10_000_000), maxKeys, MAX_UNWRITTEN);
      value = values.add(new ValueStateDescriptor<>("value", Types.LONG), number -> Long.BYTES);
      storedMap = getPartitionedState(new MapStateDescriptor<>("map", Types.LONG, Types.LONG));
      map = values.addMap(storedMap, ObjectSize::of);
    }

    @Override
    public void processElement(StreamRecord<Long> element) {}

    private void set(long key, long number) throws Exception {
      setCurrentKey(key);
      value.set(number);
      values.leave();
    }

    private void clear(long key) throws Exception {
      setCurrentKey(key);
      value.clear();
      values.leave();
    }

    private Long get(long key) throws Exception {
      setCurrentKey(key);
      Long found = value.get();
      values.leave();
      return found;
    }

    private void putAll(long key, LongStream mapKeys) throws Exception {
      setCurrentKey(key);
      for (long mapKey : mapKeys.toArray()) {
        map.put(mapKey, mapKey);
      }
      values.leave();
    }

    private void removeAll(long key, LongStream mapKeys) throws Exception {
      setCurrentKey(key);
      for (long mapKey : mapKeys.toArray()) {
        map.remove(mapKey);
      }
      values.leave();
    }

    private List<Long> writtenKeys() {
      return writtenKeys("value");
    }

    private List<Long> writtenKeys(String state) {
      try (Stream<Long> keys = values.backend().getKeys(state, VoidNamespace.INSTANCE)) {
        return keys.distinct().collect(Collectors.toList());
      }
    }
  }
}
