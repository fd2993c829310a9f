/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.key.ShortText;
import org.trilink.runtime.operator.ObjectCache;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** Pages as a cache in front of RocksDB. */
class PagedKeyWindowsStateTest {

  private static final int KEYS = 3_000;

  /** A subtask may get more pages than it has memory for, as after a scale-in. */
  @Test
  void aRestoredPageWithoutRoomIsEvictedBeforeTheNextOneIsRead() throws Exception {
    KeyTimeSettings time = KeyTimeSettings.of(0, UNBOUNDED);
    try (WindowHarness operator =
        WindowHarness.open(tumble(1_000), time, StateBackends.ROCKSDB_PAGED)) {
      for (int i = 0; i < KEYS; i++) {
        operator.read(Integer.toString(i, Character.MAX_RADIX), 5, 1);
      }
      operator.snapshot(); // writes the pages to the backend
      KeyedStateBackend<RowData> backend = operator.stateBackend();
      long pages = storedPages(backend);
      assertThat(pages).isGreaterThan(KEYS / KeyPage.MAX_KEYS);
      List<Long> storedAtEachRead = new ArrayList<>();

      // each page that is read asks for its key group
      IntSupplier keyGroupOfRead =
          () -> {
            storedAtEachRead.add(storedPages(backend));
            return selectedKeyGroup(backend);
          };
      withoutRoom(backend, keyGroupOfRead).restore(false);

      assertThat(storedAtEachRead)
          .as("pages in the backend: those that were evicted have left it")
          .containsExactlyElementsOf(
              LongStream.iterate(pages, left -> left > 0, left -> left - 1).boxed().toList());
      assertThat(storedPages(backend)).isZero();
      assertThat(operator.keysInState()).isEqualTo(KEYS);
    }
  }

  private static long storedPages(KeyedStateBackend<RowData> backend) {
    try (Stream<Tuple2<RowData, Long>> pages = backend.getKeysAndNamespaces("key-windows-pages")) {
      return pages.count();
    }
  }

  private static int selectedKeyGroup(KeyedStateBackend<RowData> backend) {
    return KeyGroupRangeAssignment.assignToKeyGroup(
        backend.getCurrentKey(), WindowHarness.MAX_PARALLELISM);
  }

  /**
   * The state of a subtask with no memory for pages.
   *
   * @param keyGroupOfRead is called for each page that is read
   */
  private static PagedKeyWindowsState withoutRoom(
      KeyedStateBackend<RowData> backend, IntSupplier keyGroupOfRead) throws Exception {
    KeyWindowsSerializer serializer = KeyWindowsSerializer.of(CountSumMax.accumulatorTypes());
    ValueStateDescriptor<KeyWindows> entry = new ValueStateDescriptor<>("key-windows", serializer);
    StoredKeyWindows stored =
        new StoredKeyWindows(
            backend,
            entry,
            backend.getPartitionedState(
                VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, entry),
            () -> selectedKeyGroup(backend));
    StoredKeyPages storedPages = StoredKeyPages.of(backend, keyGroupOfRead);
    KeyGroupRange all = KeyGroupRange.of(0, WindowHarness.MAX_PARALLELISM - 1);
    ObjectCache<KeyPage> cache = new ObjectCache<>(new OperatorMemory(0), Integer.MAX_VALUE, true);
    return new PagedKeyWindowsState(
        stored,
        storedPages,
        new KeyPages(storedPages, all, cache),
        cache,
        serializer.words(),
        new ShortText(),
        new ShortText(),
        new SimpleCounter());
  }
}
