/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.ObjectCache;

/**
 * The entries of many keys, on {@link KeyPage}s, which are found by the keys' numbers. An entry has
 * a position, which changes when it, or the last entry of its page, is moved or removed.
 */
final class KeyPages {

  private static final int NONE = KeyPageIndex.NONE;
  private static final int FIRST_PAGES = 16;
  private static final int MAX_HEADER = 8;
  private static final int MAX_PAGES = KeyPageIndex.MAX_POSITIONS / KeyPage.MAX_KEYS;

  /**
   * The memory of a page and its part of the index, beside the entries: an estimate in bytes. An
   * empty page is not counted, as other pages can use its part of the index.
   */
  private static final int PAGE = 160 + 10 * KeyPage.MAX_KEYS;

  private final StoredKeyPages stored;
  private final KeyGroupRange keyGroups;

  /** The pages that have entries; null on the heap, where a page is replaced by copies. */
  @Nullable private final ObjectCache<KeyPage> cache;

  private final KeyPageIndex index = new KeyPageIndex(this::number);

  private KeyPage[] pages = new KeyPage[FIRST_PAGES];
  private int count;
  private int positionOfNull = NONE;

  /**
   * For entries of a shape, the place of a page of each key group to which new entries can be
   * added, or {@link #NONE}. Such pages are linked.
   */
  private final Map<Integer, int[]> openPages = new HashMap<>();

  /**
   * No pages.
   *
   * @param stored the pages in the state backend
   * @param keyGroups of the subtask
   * @param cache empty; null if all pages have to be in memory
   */
  KeyPages(StoredKeyPages stored, KeyGroupRange keyGroups, @Nullable ObjectCache<KeyPage> cache) {
    this.stored = stored;
    this.keyGroups = keyGroups;
    this.cache = cache;
  }

  static int position(KeyPage page, int index) {
    return page.place << KeyPage.KEY_BITS | index;
  }

  /** The index of the entry on its page. */
  static int index(int position) {
    return position & (KeyPage.MAX_KEYS - 1);
  }

  private static int place(int position) {
    return position >>> KeyPage.KEY_BITS;
  }

  private long number(int position) {
    return pages[place(position)].number(index(position));
  }

  // ---------------------------------------------------------------------------------- look-up

  /** How many keys have an entry. */
  int size() {
    return index.size() + (positionOfNull == NONE ? 0 : 1);
  }

  /** The position of a key's entry; {@link KeyPageIndex#NONE} if it has none. */
  int find(long number) {
    return index.find(number);
  }

  /** The position of the entry of NULL; {@link KeyPageIndex#NONE} if it has none. */
  int findNull() {
    return positionOfNull;
  }

  /** The page of an entry, to be read and changed. */
  KeyPage page(int position) {
    KeyPage page = pages[place(position)];
    return stored.isCurrent(page) ? page : reload(page);
  }

  private KeyPage reload(KeyPage outdated) {
    KeyPage page = stored.load(outdated);
    pages[page.place] = page;
    return page;
  }

  /** The numbers of all keys but NULL. */
  long[] numbers() {
    long[] numbers = new long[index.size()];
    int found = 0;
    for (int place = 0; place < count; place++) {
      KeyPage page = pages[place];
      for (int i = 0; i < page.count; i++) {
        if (!page.isNull(i)) {
          numbers[found++] = page.number(i);
        }
      }
    }
    return numbers;
  }

  // ----------------------------------------------------------------------------------- changes

  /** Adds a copy of a key's windows, whose {@link KeyWindows#key} and key group are set. */
  void add(long number, WordKeyWindows windows) {
    boolean isNull = windows.key.isNullAt(0);
    int room = Math.max(1, Integer.highestOneBit(2 * windows.size() - 1));
    int header = KeyPage.headerOf(windows);
    KeyPage page = openPage(windows.width(), room, header, windows.keyGroup, windows.key);
    int position = append(page, number);
    PagedKeyWindows.writeHeader(windows, page, index(position));
    System.arraycopy(
        windows.words,
        windows.start,
        page.words,
        index(position) * page.stride() + page.header,
        windows.size() * page.width);
    if (isNull) {
      positionOfNull = position;
    } else {
      index.add(number, position);
    }
  }

  /** Appends an entry; returns its position. */
  private int append(KeyPage page, long number) {
    long before = page.bytes();
    int position = position(page, page.append(number));
    page.isDirty = true;
    grow(page, page.bytes() - before);
    if (page.isFull()) {
      close(page);
    }
    return position;
  }

  /**
   * Moves an entry to a page with another shape of entries. What is copied are its slices and the
   * words of any entry, as one of them says whether the key is NULL.
   *
   * @param size how many slices it has
   * @return the new position
   */
  int move(int from, int size, int room, int header, boolean isNull) {
    KeyPage former = page(from);
    KeyPage page = openPage(former.width, room, header, former.keyGroup, former.owner);
    long number = former.number(index(from));
    int to = append(page, number);
    System.arraycopy(
        former.words,
        index(from) * former.stride(),
        page.words,
        index(to) * page.stride(),
        KeyPage.SHAPE + 1);
    System.arraycopy(
        former.words,
        index(from) * former.stride() + former.header,
        page.words,
        index(to) * page.stride() + page.header,
        size * page.width);
    if (isNull) {
      positionOfNull = to;
    } else {
      index.move(number, to);
    }
    take(from);
    return to;
  }

  /** Removes an entry. */
  void remove(int position) {
    KeyPage page = page(position);
    if (page.isNull(index(position))) {
      positionOfNull = NONE;
    } else {
      index.remove(page.number(index(position)));
    }
    take(position);
  }

  /** Takes an entry that cannot be found any more off its page. */
  private void take(int position) {
    KeyPage page = page(position);
    int last = page.count - 1;
    if (index(position) != last) {
      if (page.isNull(last)) {
        positionOfNull = position;
      } else {
        index.move(page.number(last), position);
      }
    }
    long before = page.bytes();
    page.remove(index(position));
    page.isDirty = true;
    grow(page, page.bytes() - before);
    open(page);
    if (page.count == 0) {
      drop(page);
    }
  }

  /** A page that has, or is about to have, entries. */
  private void keep(KeyPage page) {
    if (cache != null) {
      cache.add(page, PAGE + page.bytes());
    }
  }

  private void grow(KeyPage page, long bytes) {
    if (cache != null) {
      cache.grow(page, bytes);
    }
  }

  /** An empty page stays an open one, but is not stored. */
  private void drop(KeyPage page) {
    stored.remove(page);
    if (cache != null) {
      cache.remove(page);
    }
  }

  /** Removes all entries of a page that can be evicted. */
  void evict(KeyPage page) {
    for (int i = 0; i < page.count; i++) {
      if (page.isNull(i)) {
        positionOfNull = NONE;
      } else {
        index.remove(page.number(i));
      }
    }
    page.clear();
    open(page);
    stored.remove(page);
    cache.evict(page);
  }

  /** Writes all changes to the state backend, which is about to take a snapshot. */
  void flush() {
    stored.beforeSnapshot(Arrays.asList(pages).subList(0, count));
  }

  // ------------------------------------------------------------------------------------- pages

  /** Adds a page that is in the state backend, with all of its entries. */
  void add(KeyPage page) {
    place(page);
    keep(page);
    if (!page.isFull()) {
      open(page);
    }
    for (int i = 0; i < page.count; i++) {
      int position = position(page, i);
      if (page.isNull(i)) {
        positionOfNull = position;
      } else {
        index.add(page.number(i), position);
      }
    }
  }

  /** Removes all pages. */
  void clear() {
    for (int place = 0; place < count; place++) {
      KeyPage page = pages[place];
      if (page.owner != null) {
        drop(page);
      }
    }
    pages = new KeyPage[FIRST_PAGES];
    count = 0;
    positionOfNull = NONE;
    index.clear();
    openPages.clear();
  }

  private void place(KeyPage page) {
    if (count == MAX_PAGES) {
      throw new IllegalStateException(
          "A subtask has more keys than the pages of its windows can hold: "
              + KeyPageIndex.MAX_POSITIONS
              + ". Raise the parallelism.");
    }
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, 2 * count);
    }
    page.place = count++;
    pages[page.place] = page;
  }

  /** A page to which an entry can be added. */
  private KeyPage openPage(int width, int room, int header, int keyGroup, RowData anyKeyOfGroup) {
    int place = openPages(room, header)[keyGroup - keyGroups.getStartKeyGroup()];
    if (place != NONE && pages[place].owner != null) {
      return page(place << KeyPage.KEY_BITS);
    }
    KeyPage page = place == NONE ? newPage(width, room, header, keyGroup) : pages[place];
    stored.add(page, anyKeyOfGroup);
    keep(page);
    return page;
  }

  private KeyPage newPage(int width, int room, int header, int keyGroup) {
    KeyPage page = new KeyPage(width, room, header);
    page.keyGroup = keyGroup;
    place(page);
    open(page);
    return page;
  }

  private int[] openPages(int room, int header) {
    return openPages.computeIfAbsent(
        room * MAX_HEADER + header,
        any -> {
          int[] none = new int[keyGroups.getNumberOfKeyGroups()];
          Arrays.fill(none, NONE);
          return none;
        });
  }

  private void open(KeyPage page) {
    if (!page.isOpen) {
      int[] places = openPages(page.room, page.header);
      int group = page.keyGroup - keyGroups.getStartKeyGroup();
      page.isOpen = true;
      page.nextOpen = places[group];
      places[group] = page.place;
    }
  }

  /** The page, the first of the open ones, is full. */
  private void close(KeyPage page) {
    page.isOpen = false;
    int group = page.keyGroup - keyGroups.getStartKeyGroup();
    openPages(page.room, page.header)[group] = page.nextOpen;
  }
}
