/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyWindowsTest {

  /** The two ways of keeping accumulators. */
  private enum Kept {
    IN_WORDS,
    IN_ROWS;

    /** Windows with one accumulator that is a number and one that is NULL. */
    private KeyWindows windows() {
      LogicalType another = this == IN_WORDS ? new BigIntType() : new VarCharType();
      LogicalType[] types = {new BigIntType(), another};
      return KeyWindowsSerializer.of(types).createInstance();
    }
  }

  @ParameterizedTest
  @EnumSource
  void startsWithNothing(Kept kept) {
    KeyWindows windows = kept.windows();
    assertThat(windows.isEmpty()).isTrue();
    assertThat(windows.find(10)).isEqualTo(-1);
    assertThat(windows.nextWindowEnd).isEqualTo(KeyWindows.NONE);
    assertThat(windows.cleanupTimer).isEqualTo(KeyWindows.NO_CLEANUP_TIMER);
  }

  @ParameterizedTest
  @EnumSource
  void behavesAsASortedMap(Kept kept) {
    Random random = new Random(1);
    TreeMap<Long, Long> expected = new TreeMap<>();
    KeyWindows windows = kept.windows();
    for (long i = 0; i < 5_000; i++) {
      // beyond the Longs that the JVM caches, where == on boxed values would fail
      long end = 1_000_000_000_000L + random.nextInt(40) * 10L;
      int index = windows.find(end);
      if (!expected.containsKey(end)) {
        assertThat(index).isEqualTo(-expected.headMap(end).size() - 1);
        windows.insert(-index - 1, end, row(i));
        expected.put(end, i);
      } else if (random.nextBoolean()) {
        windows.remove(index);
        expected.remove(end);
      } else {
        windows.setAccumulators(index, row(i));
        expected.put(end, i);
      }
      assertThat(slices(windows)).isEqualTo(expected);
      assertThat(windows.size()).isEqualTo(expected.size());
    }
  }

  private static RowData row(long number) {
    return GenericRowData.of(number, null);
  }

  private static Map<Long, Long> slices(KeyWindows windows) {
    Map<Long, Long> slices = new TreeMap<>();
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      ends.add(windows.end(i));
      assertThat(windows.accumulators(i).isNullAt(1)).isTrue();
      slices.put(windows.end(i), windows.accumulators(i).getLong(0));
    }
    assertThat(ends).isSorted();
    return slices;
  }
}
