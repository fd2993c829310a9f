/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.key.KeyNumber;
import org.trilink.runtime.operator.ObjectCache;

/**
 * Windows of very many keys, without objects of each key. A key's windows are on a {@link KeyPage};
 * a million keys of one window each take some 90 MB, and nearly no work of the garbage collector.
 *
 * <p>On Flink's heap backend all keys are on pages. In front of a backend that serializes them,
 * pages are a cache of as many keys as the operator's memory allows. The keys of a page that is
 * evicted have an entry each in the backend, as other keys that are not on pages. What the backend
 * has of a key that is on a page, too, is outdated.
 *
 * <p>Keys are numbers, accumulators are words. Keys are not handed over.
 */
final class PagedKeyWindowsState implements KeyWindowsState {

  private final StoredKeyWindows stored;
  private final StoredKeyPages storedPages;
  private final KeyPages pages;
  private final ObjectCache<KeyPage> cache;
  private final KeyNumber numberOfRow;
  private final KeyNumber numberOfKey;
  private final Counter misses;

  /** The entry that was found last, if it is on a page. */
  private final PagedKeyWindows current;

  /** The entries of a page that is evicted, one after the other. */
  private final PagedKeyWindows evicted;

  /** Whether keys of the backend are put on pages when they are needed. */
  private boolean promotes = true;

  /**
   * No pages.
   *
   * @param stored the entries in the state backend
   * @param storedPages the pages in the state backend
   * @param pages the same, in memory
   * @param cache the pages that can be evicted; none if all have to be in memory
   * @param numberOfRow the number of a record's key
   * @param numberOfKey the same number, of a key row
   * @param misses counts keys that the backend was asked for
   */
  PagedKeyWindowsState(
      StoredKeyWindows stored,
      StoredKeyPages storedPages,
      KeyPages pages,
      ObjectCache<KeyPage> cache,
      WordFields fields,
      KeyNumber numberOfRow,
      KeyNumber numberOfKey,
      Counter misses) {
    this.stored = stored;
    this.storedPages = storedPages;
    this.pages = pages;
    this.cache = cache;
    this.numberOfRow = numberOfRow;
    this.numberOfKey = numberOfKey;
    this.misses = misses;
    current = new PagedKeyWindows(fields, pages, numberOfKey);
    evicted = new PagedKeyWindows(fields, pages, numberOfKey);
  }

  // ------------------------------------------------------------------------- to and from keys

  @Override
  @Nullable
  public KeyWindows find(RowData row) {
    return onPage(numberOfRow, row);
  }

  @Override
  @Nullable
  public KeyWindows get() throws IOException {
    KeyWindows found = onPage(numberOfKey, stored.key());
    return found == null && !cache.hasAll() ? fromBackend() : found;
  }

  /** The windows of a key that is on a page; null if it is not. */
  @Nullable
  private KeyWindows onPage(KeyNumber number, RowData row) {
    int position = number.isNull(row) ? pages.findNull() : pages.find(number.of(row));
    if (position == KeyPageIndex.NONE) {
      return null;
    }
    current.moveTo(position);
    current.page().use();
    return current;
  }

  @Nullable
  private KeyWindows fromBackend() throws IOException {
    misses.inc();
    KeyWindows windows = stored.read();
    return windows != null && promotes && enter(windows)
        ? onPage(numberOfKey, stored.key())
        : windows;
  }

  @Override
  public void created(KeyWindows windows) throws IOException {
    if (!enter(windows)) {
      stored.write(windows);
    }
  }

  @Override
  public void changed(KeyWindows windows) throws IOException {
    if (windows != current) {
      stored.write(windows);
      return;
    }
    current.store();
    evictSurplus(current.page());
  }

  @Override
  public void remove(KeyWindows windows) {
    if (windows == current) {
      pages.remove(current.position());
    }
    if (!cache.hasAll()) {
      stored.clear();
    }
  }

  @Override
  public void flush() throws IOException {
    evictSurplus(null);
    pages.flush();
  }

  @Override
  public long cachedKeys() {
    return pages.size();
  }

  // ---------------------------------------------------------------------------------- all keys

  @Override
  public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    forEachKeyOnPages(action);
    if (!cache.hasAll()) {
      promotes = false; // or keys that are evicted for them would be forgotten
      stored.forEachKey(
          () -> {
            if (onPage(numberOfKey, stored.key()) == null) {
              action.run();
            }
          });
      promotes = true;
    }
  }

  private void forEachKeyOnPages(ThrowingRunnable<Exception> action) throws Exception {
    if (pages.findNull() != KeyPageIndex.NONE) {
      select(numberOfKey.newKey(), action);
    }
    for (long number : pages.numbers()) {
      BinaryRowData key = numberOfKey.newKey();
      numberOfKey.setKey(key, number);
      select(key, action);
    }
  }

  private void select(RowData key, ThrowingRunnable<Exception> action) throws Exception {
    stored.select(key);
    action.run();
  }

  /**
   * Adds the pages of a snapshot.
   *
   * @param hasAll whether the backend has no other keys; those on the heap are added by the caller
   */
  void restore(boolean hasAll) throws IOException {
    if (!hasAll) {
      cache.lacksSome();
    }
    storedPages.forEachStored(
        page -> {
          pages.add(page);
          if (!cache.hasRoom(1)) {
            evict(page);
          }
        });
  }

  /** Whether the selected key is on a page. */
  boolean hasSelected() {
    return onPage(numberOfKey, stored.key()) != null;
  }

  /** How many keys are on pages. */
  int size() {
    return pages.size();
  }

  /**
   * Writes an entry for each key on a page to the backend, and removes all pages; after a {@link
   * #restore}, for a job that keeps keys as objects.
   *
   * @param serializer copies windows
   */
  void dissolve(KeyWindowsSerializer serializer) throws Exception {
    forEachKeyOnPages(() -> stored.write(serializer.copy(get())));
    pages.clear();
  }

  // ------------------------------------------------------------------------------- the cache

  /** Puts the selected key's windows on a page if there is room. */
  private boolean enter(KeyWindows windows) throws IOException {
    if (!cache.hasRoom(1)) {
      KeyPage victim = cache.victim();
      if (victim == null) {
        cache.lacksSome();
        return false;
      }
      evict(victim);
    }
    stored.bindKey(windows);
    pages.add(windows.key.isNullAt(0) ? 0 : numberOfKey.of(windows.key), (WordKeyWindows) windows);
    return true;
  }

  private void evictSurplus(@Nullable KeyPage spared) throws IOException {
    for (KeyPage victim = cache.surplus(spared); victim != null; victim = cache.surplus(spared)) {
      evict(victim);
    }
  }

  /** Writes an entry for each key of a page to the backend, and clears the page. */
  private void evict(KeyPage page) throws IOException {
    RowData selected = stored.key();
    for (int i = 0; i < page.count; i++) {
      evicted.moveTo(KeyPages.position(page, i));
      stored.select(evicted.lastingKey());
      stored.write(evicted);
    }
    stored.select(selected);
    pages.evict(page);
  }
}
