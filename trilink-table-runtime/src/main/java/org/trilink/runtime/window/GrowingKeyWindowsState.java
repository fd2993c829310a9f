/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.SupplierWithException;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Windows of few keys as objects, which is faster if each has many records, and of very many keys
 * on pages. When the number of keys exceeds the limit, all of them are put on pages; they stay
 * there until the job is restarted with fewer keys.
 */
final class GrowingKeyWindowsState implements KeyWindowsState {

  private final StoredKeyWindows stored;
  private final SupplierWithException<PagedKeyWindowsState, Exception> pages;
  private final int limit;

  /** How many keys have windows. */
  private long keys;

  /** The keys that are objects; null once all are on pages. */
  @Nullable private KeyWindowObjects objects;

  private KeyWindowsState state;

  /**
   * @param stored the windows that are objects
   * @param objects accesses them
   * @param pages creates what accesses those on pages
   * @param limit the number of keys up to which they are objects
   */
  GrowingKeyWindowsState(
      StoredKeyWindows stored,
      KeyWindowObjects objects,
      SupplierWithException<PagedKeyWindowsState, Exception> pages,
      int limit) {
    this.stored = stored;
    this.pages = pages;
    this.limit = limit;
    this.objects = objects;
    state = objects;
  }

  /**
   * Puts the keys of a snapshot, some of which may be objects and some on pages, where they are to
   * be. Must come before the first record.
   *
   * @param restoredKeys how many there are
   * @param isOnHeap whether the backend is Flink's heap backend; in front of others keys are put on
   *     pages when they are needed
   */
  void restore(long restoredKeys, boolean isOnHeap) throws Exception {
    keys = restoredKeys;
    if (keys > limit) {
      PagedKeyWindowsState paged = endObjects();
      paged.restore(isOnHeap);
      if (isOnHeap) {
        move(paged);
      }
    }
  }

  private void grow() {
    RowData selected = stored.key();
    try {
      move(endObjects());
    } catch (Exception e) {
      throw new FlinkRuntimeException("The windows of keys cannot be put on pages.", e);
    }
    stored.select(selected);
  }

  private PagedKeyWindowsState endObjects() throws Exception {
    PagedKeyWindowsState paged = pages.get();
    objects.close();
    objects = null;
    state = paged;
    return paged;
  }

  /** Puts the objects in the backend on pages. */
  private void move(PagedKeyWindowsState paged) throws Exception {
    List<RowData> objects = new ArrayList<>();
    stored.forEachKey(() -> objects.add(stored.key()));
    for (RowData key : objects) {
      stored.select(key);
      KeyWindows windows = stored.read();
      stored.clear();
      if (!paged.hasSelected()) { // or what the backend has is outdated
        paged.created(windows);
      }
    }
  }

  @Override
  @Nullable
  public KeyWindows find(RowData row) throws IOException {
    return state.find(row);
  }

  @Override
  @Nullable
  public KeyWindows get() throws IOException {
    return state.get();
  }

  @Override
  public void created(KeyWindows windows) throws IOException {
    state.created(windows);
    keys++;
    if (keys > limit && objects != null) {
      grow();
    }
  }

  @Override
  public void changed(KeyWindows windows) throws IOException {
    state.changed(windows);
  }

  @Override
  public void remove(KeyWindows windows) throws IOException {
    state.remove(windows);
    keys--;
  }

  @Override
  public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    state.forEachKey(action);
  }

  @Override
  public void flush() throws IOException {
    state.flush();
  }

  @Override
  public long cachedKeys() {
    return state.cachedKeys();
  }
}
