/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * The {@link KeyWindows} of all keys, read and written in the way that suits the state backend.
 * Where possible, those of a record's key are found without the backend: no key row is created and
 * hashed, and the backend does not select the record's key.
 */
interface KeyWindowsState {

  /**
   * The windows of a record's key, found without the backend. {@link #changed} must be called after
   * changes to them.
   *
   * @return null if the backend has to select the record's key, and {@link #get} has to be called
   */
  @Nullable
  KeyWindows find(RowData row) throws IOException;

  /**
   * The windows of the key that the backend has selected, null if it has none. {@link #changed}
   * must be called after changes to them.
   */
  @Nullable
  KeyWindows get() throws IOException;

  /** The key that the backend has selected has windows now. */
  void created(KeyWindows windows) throws IOException;

  /** Takes note that the windows that {@link #find} or {@link #get} returned last were changed. */
  void changed(KeyWindows windows) throws IOException;

  /** The key that the backend has selected has no windows any more. */
  void remove(KeyWindows windows) throws IOException;

  /** Selects each key that has windows in the backend, one after the other. */
  void forEachKey(ThrowingRunnable<Exception> action) throws Exception;

  /** Writes all changes to the backend, which is about to take a snapshot. */
  void flush() throws IOException;

  /** How many keys are in memory beside those that the backend itself has there. */
  long cachedKeys();
}
