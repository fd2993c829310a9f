/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * The {@link KeyWindows} of all keys, as the state backend likes them to be read and written. Where
 * it can, it finds those of a record's key without the backend: no key row is made and hashed, and
 * the backend does not hear of the record at all.
 */
interface KeyWindowsState {

  /**
   * Those of a record's key, found without the backend. Changes to them must be told.
   *
   * @return null if the backend has to select the record's key, to be asked by {@link #get}
   */
  @Nullable
  KeyWindows find(RowData row) throws IOException;

  /** Those of the key that the backend has selected, null if it has none. Changes must be told. */
  @Nullable
  KeyWindows get() throws IOException;

  /** The key that the backend has selected has windows now. */
  void created(KeyWindows windows) throws IOException;

  /** What {@link #find} or {@link #get} gave last was changed. */
  void changed(KeyWindows windows) throws IOException;

  /** The key that the backend has selected has no windows any more. */
  void remove(KeyWindows windows) throws IOException;

  /**
   * The key that the backend has selected leaves, after a {@link #flush}: forgets what is kept of
   * it beside the backend, whose entry stays as it is.
   *
   * @return what it has, not to be changed; null if nothing
   */
  @Nullable
  KeyWindows leave() throws IOException;

  /**
   * The key that the backend has selected has arrived: the backend has an entry that was not
   * written here.
   *
   * @return what it has, not to be changed; null if nothing
   */
  @Nullable
  KeyWindows arrive() throws IOException;

  /** The backend must know everything now: it is about to take a snapshot. */
  void flush() throws IOException;
}
