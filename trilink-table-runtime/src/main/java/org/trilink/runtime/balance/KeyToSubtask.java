/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

import org.apache.flink.table.data.binary.BinaryRowData;

/** Where a strategy that goes by the key alone would put a key. */
@FunctionalInterface
public interface KeyToSubtask {

  /**
   * The subtask, counted from 0.
   *
   * @param key reused by the caller, so not to be kept or changed
   * @param hash of the key
   */
  int subtask(BinaryRowData key, int hash);
}
