/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import org.apache.flink.table.data.binary.BinaryRowData;

/** The subtask of a key under a strategy that depends on the key alone. */
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
