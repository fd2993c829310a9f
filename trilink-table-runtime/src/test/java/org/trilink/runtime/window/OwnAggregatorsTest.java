/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.operator.TestHeap;

/** Tests which keys have an aggregator if there is memory for two. */
class OwnAggregatorsTest {

  private static final long END = 10;

  /** An eighth of it is for aggregators. */
  private static final long MEMORY_OF_TWO = 8 * 2 * 160L;

  private final OperatorMemory memory = new OperatorMemory(MEMORY_OF_TWO);
  private final OwnAggregators aggregators = new OwnAggregators(CountSumMax::new, memory);
  private final KeyWindowsSerializer serializer =
      KeyWindowsSerializer.of(CountSumMax.accumulatorTypes());

  @Test
  void comesWithRecords() {
    KeyWindows windows = windows();
    for (int i = 1; i < OwnAggregators.RECORDS; i++) {
      aggregators.recordOf(windows);
      assertThat(windows.aggregator()).isNull();
    }
    aggregators.recordOf(windows);
    assertThat(windows.aggregator()).isNotNull();
  }

  @Test
  void staysWithKeysOfManyRecords() throws Exception {
    KeyWindows busy = withAggregator();
    KeyWindows rare = withAggregator();
    for (int snapshot = 0; snapshot < 3; snapshot++) {
      accumulate(busy, OwnAggregators.RECORDS);
      accumulate(rare, OwnAggregators.RECORDS - 1);
      aggregators.writeBack();
      assertThat(busy.aggregator()).isNotNull();
      assertThat(rare.aggregator()).isNull();
      assertThat(busy.accumulators(0).getLong(CountSumMax.COUNT_STAR))
          .isEqualTo((snapshot + 1L) * OwnAggregators.RECORDS);
      assertThat(rare.accumulators(0).getLong(CountSumMax.COUNT_STAR))
          .isEqualTo(OwnAggregators.RECORDS - 1);
      if (snapshot < 2) {
        rare.setAccumulators(0, new CountSumMax().createAccumulators());
        giveTo(rare);
      }
    }
  }

  @Test
  void isGivenAgain() {
    List<KeyWindows> all = new ArrayList<>(List.of(withAggregator(), withAggregator()));
    assertThat(withAggregator().aggregator()).as("memory for two").isNull();
    aggregators.takeFrom(all.get(0));
    assertThat(all.get(0).aggregator()).isNull();
    all.set(0, withAggregator());
    assertThat(all).allSatisfy(windows -> assertThat(windows.aggregator()).isNotNull());
  }

  @Test
  void isCountedUntilTheEnd() {
    withAggregator();
    aggregators.takeFrom(withAggregator());
    assertThat(memory.used()).isEqualTo(MEMORY_OF_TWO / 8);
    aggregators.end();
    assertThat(memory.used()).isZero();
  }

  @Test
  void isTakenIfThereIsLessMemory() throws Exception {
    TestHeap heap = new TestHeap(65 << 20);
    OperatorMemory ofHeap = heap.share();
    OwnAggregators many = new OwnAggregators(CountSumMax::new, ofHeap);
    List<KeyWindows> keys = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      keys.add(windows());
      for (int record = 0; record < 2 * OwnAggregators.RECORDS; record++) {
        many.recordOf(keys.get(i));
      }
    }
    many.takeFrom(keys.get(0));
    assertThat(ofHeap.used()).isEqualTo(300 * 160L);

    heap.share();
    heap.share();
    many.writeBack();
    assertThat(ofHeap.used()).isPositive().isLessThanOrEqualTo(ofHeap.budget() / 8);
    assertThat(keys.stream().filter(windows -> windows.aggregator() != null))
        .hasSize((int) (ofHeap.used() / 160));
  }

  @Test
  void keepsNothingOfAKeyFromWhichItIsTaken() throws Exception {
    KeyWindows windows = withAggregator();
    NamespaceAggsHandleFunction<Long> aggregator = windows.aggregator();
    accumulate(windows, OwnAggregators.RECORDS);
    aggregators.takeFrom(windows);
    assertThat(aggregator.getAccumulators().getLong(CountSumMax.COUNT_STAR)).isZero();
  }

  @Test
  void movesToACopy() throws Exception {
    KeyWindows original = withAggregator();
    KeyWindows another = withAggregator();
    KeyWindows copy = serializer.copy(original);
    aggregators.move(original, copy);
    assertThat(original.aggregator()).isNull();
    accumulate(copy, OwnAggregators.RECORDS);
    accumulate(another, OwnAggregators.RECORDS);
    aggregators.writeBack();
    for (KeyWindows holder : List.of(copy, another)) {
      assertThat(holder.aggregator()).isNotNull();
      assertThat(holder.accumulators(0).getLong(CountSumMax.COUNT_STAR))
          .isEqualTo(OwnAggregators.RECORDS);
    }
    assertThat(original.accumulators(0).getLong(CountSumMax.COUNT_STAR)).isZero();
  }

  private KeyWindows windows() {
    KeyWindows windows = serializer.createInstance();
    windows.insert(0, END, new CountSumMax().createAccumulators());
    return windows;
  }

  private KeyWindows withAggregator() {
    KeyWindows windows = windows();
    giveTo(windows);
    return windows;
  }

  private void giveTo(KeyWindows windows) {
    for (int i = 0; i < OwnAggregators.RECORDS; i++) {
      aggregators.recordOf(windows);
    }
  }

  private static void accumulate(KeyWindows windows, int records) throws Exception {
    windows.begin(0, END);
    for (int i = 0; i < records; i++) {
      windows.accumulate(GenericRowData.of(null, 1L));
    }
  }
}
