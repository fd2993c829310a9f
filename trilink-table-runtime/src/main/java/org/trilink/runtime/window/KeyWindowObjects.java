/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;

/** Windows that are an object for each key. Only such keys are handed over to other subtasks. */
interface KeyWindowObjects extends KeyWindowsState {

  /**
   * The key that the backend has selected is handed over, after a {@link #flush}: drops it from the
   * cache. The backend's entry stays as it is.
   *
   * @return its windows, not to be changed; null if it has none
   */
  @Nullable
  KeyWindows leave() throws IOException;

  /**
   * The key that the backend has selected has arrived: the backend has an entry that was not
   * written here.
   *
   * @return its windows, not to be changed; null if it has none
   */
  @Nullable
  KeyWindows arrive() throws IOException;

  /** Writes all changes to the backend and frees the memory; not to be used any more. */
  void close() throws IOException;
}
