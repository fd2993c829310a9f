/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingConsumer;
import org.trilink.runtime.key.PackedKeys;

/**
 * {@link KeyPage}s in the state backend. A page is stored under any key of its key group, and under
 * a number of its own as the namespace. A backend that serializes them gets the changed ones before
 * a snapshot. The heap backend returns the pages that it holds, so they are changed in place.
 *
 * <p>While a snapshot is written, the heap backend returns a copy of a page that the snapshot still
 * needs (copy-on-write). So after each snapshot a page must be loaded again before it is changed.
 *
 * <p>No method changes which key the backend has selected.
 */
final class StoredKeyPages {

  private static final String NAME = "key-windows-pages";

  private final KeyedStateBackend<RowData> backend;
  private final InternalValueState<RowData, Long, KeyPage> state;
  private final IntSupplier selectedKeyGroup;
  private final boolean isOnHeap;
  private final PackedKeys packedKeys = new PackedKeys();
  private int snapshots;
  private long nextId;

  private StoredKeyPages(
      KeyedStateBackend<RowData> backend,
      InternalValueState<RowData, Long, KeyPage> state,
      IntSupplier selectedKeyGroup) {
    this.backend = backend;
    this.state = state;
    this.selectedKeyGroup = selectedKeyGroup;
    isOnHeap = backend instanceof HeapKeyedStateBackend;
  }

  /**
   * The pages of an operator.
   *
   * @param selectedKeyGroup of the key that the backend has selected
   */
  @SuppressWarnings("unchecked") // all states of a backend have its keys
  static StoredKeyPages of(KeyedStateBackend<RowData> backend, IntSupplier selectedKeyGroup)
      throws Exception {
    ValueState<KeyPage> state =
        backend.getOrCreateKeyedState(
            LongSerializer.INSTANCE, new ValueStateDescriptor<>(NAME, KeyPageSerializer.INSTANCE));
    return new StoredKeyPages(
        backend, (InternalValueState<RowData, Long, KeyPage>) state, selectedKeyGroup);
  }

  /** Whether the operator has pages, from a snapshot. */
  static boolean exist(KeyedStateBackend<RowData> backend) {
    try (Stream<Tuple2<RowData, Long>> pages = backend.getKeysAndNamespaces(NAME)) {
      return pages.findAny().isPresent();
    }
  }

  /** Whether a page may be read and changed: on the heap it was loaded after the last snapshot. */
  boolean isCurrent(KeyPage page) {
    return page.snapshots == snapshots;
  }

  /** The page, to be used instead of this object of the time before a snapshot. */
  KeyPage load(KeyPage outdated) {
    RowData selected = select(outdated.owner, outdated.id);
    try {
      KeyPage page = state.value();
      page.snapshots = snapshots;
      return page;
    } catch (IOException e) {
      throw new FlinkRuntimeException("The windows of keys cannot be read.", e);
    } finally {
      restore(selected);
    }
  }

  /**
   * Stores a new page.
   *
   * @param anyKeyOfGroup that has the page's key group, short as all keys with a number; may change
   *     afterwards
   */
  void add(KeyPage page, RowData anyKeyOfGroup) {
    page.owner = packedKeys.packRow((BinaryRowData) anyKeyOfGroup);
    page.id = nextId++;
    page.snapshots = snapshots;
    page.isDirty = true;
    if (isOnHeap) {
      write(page);
    }
  }

  private void write(KeyPage page) {
    RowData selected = select(page.owner, page.id);
    try {
      state.update(page);
      page.isDirty = false;
    } catch (IOException e) {
      throw new FlinkRuntimeException("The windows of keys cannot be stored.", e);
    } finally {
      restore(selected);
    }
  }

  /**
   * Reads all pages of the subtask from a snapshot, one after the other, as there may be more than
   * there is memory for. To be called before others are added.
   */
  void forEachStored(ThrowingConsumer<KeyPage, IOException> action) throws IOException {
    List<Tuple2<RowData, Long>> addresses;
    try (Stream<Tuple2<RowData, Long>> all = backend.getKeysAndNamespaces(NAME)) {
      addresses = all.collect(Collectors.toList());
    }
    for (Tuple2<RowData, Long> address : addresses) {
      nextId = Math.max(nextId, address.f1 + 1);
    }
    for (Tuple2<RowData, Long> address : addresses) {
      RowData selected = select(address.f0, address.f1);
      KeyPage page = state.value();
      page.owner = address.f0;
      page.id = address.f1;
      page.keyGroup = selectedKeyGroup.getAsInt();
      page.snapshots = snapshots;
      restore(selected);
      action.accept(page);
    }
  }

  /** Removes a page. */
  void remove(KeyPage page) {
    RowData selected = select(page.owner, page.id);
    state.clear();
    page.owner = null;
    restore(selected);
  }

  /** A snapshot is about to be taken, of all pages. */
  void beforeSnapshot(Iterable<KeyPage> pages) {
    if (isOnHeap) {
      snapshots++;
      return;
    }
    for (KeyPage page : pages) {
      if (page.isDirty && page.owner != null) {
        write(page);
      }
    }
  }

  /** Selects a page; returns the key that was selected before. */
  @Nullable
  private RowData select(RowData owner, long id) {
    RowData selected = backend.getCurrentKey();
    backend.setCurrentKey(owner);
    state.setCurrentNamespace(id);
    return selected;
  }

  private void restore(@Nullable RowData selected) {
    if (selected != null) {
      backend.setCurrentKey(selected);
    }
  }
}
