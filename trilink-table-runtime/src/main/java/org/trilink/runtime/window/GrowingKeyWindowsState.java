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
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Windows on Flink's heap backend: of few keys as objects, which is faster if each has many
 * records, of very many keys on pages. When the number of keys exceeds the limit, all of them are
 * put on pages; they stay there until the job is restarted with fewer keys.
 */
final class GrowingKeyWindowsState implements KeyWindowsState {

  private final StoredKeyWindows stored;
  private final PagedKeyWindowsState paged;
  private final OwnAggregators aggregators;
  private final int limit;

  /** How many keys have windows. */
  private int keys;

  private KeyWindowsState state;

  /**
   * @param stored the windows that are objects
   * @param objects accesses them
   * @param paged accesses those on pages; empty
   * @param aggregators of keys that are objects
   * @param limit the number of keys up to which they are objects
   */
  GrowingKeyWindowsState(
      StoredKeyWindows stored,
      KeyWindowsState objects,
      PagedKeyWindowsState paged,
      OwnAggregators aggregators,
      int limit) {
    this.stored = stored;
    this.paged = paged;
    this.aggregators = aggregators;
    this.limit = limit;
    state = objects;
  }

  /**
   * Puts the keys of a snapshot, some of which may be objects and some on pages, where they are to
   * be. Must come before the first record.
   *
   * @param serializer copies windows
   */
  void restore(KeyWindowsSerializer serializer) throws Exception {
    paged.restore();
    List<RowData> objects = keysOfObjects();
    keys = objects.size() + paged.size();
    if (keys > limit) {
      toPages(objects);
    } else {
      paged.moveTo(state, serializer);
    }
  }

  private List<RowData> keysOfObjects() throws Exception {
    List<RowData> objects = new ArrayList<>();
    stored.forEachKey(() -> objects.add(stored.key()));
    return objects;
  }

  private void toPages(List<RowData> objects) throws IOException {
    aggregators.end();
    for (RowData key : objects) {
      stored.select(key);
      paged.created(stored.read());
      stored.clear();
    }
    state = paged;
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
    if (keys > limit && state != paged) {
      grow();
    }
  }

  private void grow() {
    RowData selected = stored.key();
    try {
      toPages(keysOfObjects());
    } catch (Exception e) {
      throw new FlinkRuntimeException("The windows of keys cannot be put on pages.", e);
    }
    stored.select(selected);
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
  @Nullable
  public KeyWindows leave() throws IOException {
    return state.leave();
  }

  @Override
  @Nullable
  public KeyWindows arrive() throws IOException {
    return state.arrive();
  }

  @Override
  public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    state.forEachKey(action);
  }

  @Override
  public void flush() throws IOException {
    state.flush();
  }
}
