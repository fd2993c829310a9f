/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.key.KeyNumber;

/**
 * Windows of very many keys on Flink's heap backend, without objects of each key. A key's windows
 * are on a {@link KeyPage}; a million keys of one window each take some 90 MB, and nearly no work
 * of the garbage collector.
 *
 * <p>Keys are numbers, accumulators are words. Keys are not handed over.
 */
final class PagedKeyWindowsState implements KeyWindowsState {

  private final StoredKeyWindows stored;
  private final StoredKeyPages storedPages;
  private final KeyPages pages;
  private final KeyNumber numberOfRow;
  private final KeyNumber numberOfKey;

  /** The key that was found last. */
  private final PagedKeyWindows current;

  private PagedKeyWindowsState(
      StoredKeyWindows stored,
      StoredKeyPages storedPages,
      KeyPages pages,
      WordFields fields,
      KeyNumber numberOfRow,
      KeyNumber numberOfKey) {
    this.stored = stored;
    this.storedPages = storedPages;
    this.pages = pages;
    this.numberOfRow = numberOfRow;
    this.numberOfKey = numberOfKey;
    current = new PagedKeyWindows(fields, pages, numberOfKey);
  }

  /**
   * The state of windows on pages, without pages.
   *
   * @param stored tells the selected key
   * @param keys have numbers
   */
  static PagedKeyWindowsState of(
      KeyedStateBackend<RowData> backend,
      TaskInfo task,
      StoredKeyWindows stored,
      WordFields fields,
      KeyLookup keys)
      throws Exception {
    StoredKeyPages storedPages = StoredKeyPages.of(backend, stored::keyGroup);
    KeyGroupRange keyGroups =
        KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask());
    return new PagedKeyWindowsState(
        stored,
        storedPages,
        new KeyPages(storedPages, keyGroups),
        fields,
        keys.numberOfRow(),
        keys.numberOfKey());
  }

  /** Adds the pages of a snapshot. */
  void restore() throws IOException {
    for (KeyPage page : storedPages.loadAll()) {
      pages.add(page);
    }
  }

  /**
   * Moves all keys to another state.
   *
   * @param serializer copies windows
   */
  void moveTo(KeyWindowsState other, KeyWindowsSerializer serializer) throws Exception {
    forEachKey(() -> other.created(serializer.copy(get())));
    pages.clear();
  }

  @Override
  @Nullable
  public KeyWindows find(RowData row) {
    return find(numberOfRow, row);
  }

  @Override
  @Nullable
  public KeyWindows get() {
    return find(numberOfKey, stored.key());
  }

  @Nullable
  private KeyWindows find(KeyNumber number, RowData row) {
    int position = number.isNull(row) ? pages.findNull() : pages.find(number.of(row));
    return position == KeyPageIndex.NONE ? null : current.moveTo(position);
  }

  @Override
  public void created(KeyWindows windows) {
    stored.bindKey(windows);
    pages.add(windows.key.isNullAt(0) ? 0 : numberOfKey.of(windows.key), (WordKeyWindows) windows);
  }

  @Override
  public void changed(KeyWindows windows) {
    current.store();
  }

  @Override
  public void remove(KeyWindows windows) {
    pages.remove(current.position());
  }

  @Override
  @Nullable
  public KeyWindows leave() {
    throw new UnsupportedOperationException("Keys on pages are not handed over.");
  }

  @Override
  @Nullable
  public KeyWindows arrive() {
    throw new UnsupportedOperationException("Keys on pages are not handed over.");
  }

  @Override
  public void flush() {
    storedPages.beforeSnapshot();
  }

  @Override
  public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    if (pages.findNull() != KeyPageIndex.NONE) {
      stored.select(numberOfKey.newKey());
      action.run();
    }
    for (long number : pages.numbers()) {
      BinaryRowData key = numberOfKey.newKey();
      numberOfKey.setKey(key, number);
      stored.select(key);
      action.run();
    }
  }

  /** How many keys have windows. */
  int size() {
    return pages.size();
  }
}
