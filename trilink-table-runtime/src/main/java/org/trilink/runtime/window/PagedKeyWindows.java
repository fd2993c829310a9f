/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyNumber;
import org.trilink.runtime.key.PackedKeys;

/**
 * The entry of one key on a {@link KeyPage}, one after the other: there is one such object for all
 * keys. The slices are used where they are; the other words are copied to the fields, and back by
 * {@link #store}.
 */
final class PagedKeyWindows extends WordKeyWindows {

  private final KeyPages pages;
  private final KeyNumber numberOfKey;
  private final PackedKeys packedKeys = new PackedKeys();
  private final BinaryRowData currentKey;
  private final WordRow soleRow;

  private KeyPage page;
  private int index;

  /**
   * @param pages with the entries
   */
  PagedKeyWindows(WordFields fields, KeyPages pages, KeyNumber numberOfKey) {
    super(fields);
    this.pages = pages;
    this.numberOfKey = numberOfKey;
    soleRow = new WordRow(fields, words, 0);
    currentKey = numberOfKey.newKey();
    key = currentKey;
  }

  // --------------------------------------------------------------------------------- to and fro

  /** Makes the entry at a position the current one. */
  PagedKeyWindows moveTo(int position) {
    KeyPage newPage = pages.page(position);
    point(newPage, KeyPages.index(position));
    int entry = start - newPage.header;
    watermark = words[entry + KeyPage.WATERMARK];
    long shape = words[entry + KeyPage.SHAPE];
    size = KeyPage.size(shape);
    nextWindowEnd = words[entry + KeyPage.NEXT_WINDOW_END];
    nextFireTime = nextWindowEnd == NONE ? NONE : nextWindowEnd - KeyPage.fireLag(shape);
    cleanupTimer =
        newPage.header > KeyPage.CLEANUP_TIMER
            ? words[entry + KeyPage.CLEANUP_TIMER]
            : NO_CLEANUP_TIMER;
    fired = newPage.header > KeyPage.FIRED ? words[entry + KeyPage.FIRED] : IN_ORDER;
    keyGroup = newPage.keyGroup;
    if (KeyPage.isNull(shape)) {
      currentKey.setNullAt(0);
    } else {
      numberOfKey.setKey(currentKey, words[entry]);
    }
    return this;
  }

  private void point(KeyPage newPage, int newIndex) {
    page = newPage;
    index = newIndex;
    words = newPage.words;
    start = newIndex * newPage.stride() + newPage.header;
    limit = start + newPage.room * newPage.width;
  }

  /** Writes the fields to the page. */
  void store() {
    int header = KeyPage.headerOf(this);
    if (header > page.header) {
      moveToPage(page.room, header);
    }
    writeHeader(this, page, index);
    page.isDirty = true;
  }

  /** The page of the current entry. */
  KeyPage page() {
    return page;
  }

  /** The position of the current entry. */
  int position() {
    return KeyPages.position(page, index);
  }

  /** Writes the entry's words but the number and the slices to a page where it is to be. */
  static void writeHeader(WordKeyWindows windows, KeyPage page, int index) {
    long[] words = page.words;
    int entry = index * page.stride();
    boolean firesNothing = windows.nextWindowEnd == NONE;
    words[entry + KeyPage.WATERMARK] = windows.watermark;
    words[entry + KeyPage.NEXT_WINDOW_END] = windows.nextWindowEnd;
    words[entry + KeyPage.SHAPE] =
        KeyPage.shape(
            windows.size(),
            windows.key.isNullAt(0),
            firesNothing ? 0 : windows.nextWindowEnd - windows.nextFireTime);
    if (page.header > KeyPage.CLEANUP_TIMER) {
      words[entry + KeyPage.CLEANUP_TIMER] = windows.cleanupTimer;
    }
    if (page.header > KeyPage.FIRED) {
      words[entry + KeyPage.FIRED] = windows.fired;
    }
  }

  // --------------------------------------------------------------------------------- the slices

  @Override
  RowData soleAccumulators(int slice) {
    return soleRow.at(words, at(slice) + 1);
  }

  @Override
  void makeRoom() {
    moveToPage(2 * page.room, page.header);
  }

  private void moveToPage(int room, int header) {
    int position = pages.move(position(), size, room, header, currentKey.isNullAt(0));
    point(pages.page(position), KeyPages.index(position));
  }

  // ------------------------------------------------------------------------------------ the key

  /** A copy, as the key row is that of the next key soon. */
  @Override
  RowData lastingKey() {
    return packedKeys.packRow(currentKey);
  }
}
