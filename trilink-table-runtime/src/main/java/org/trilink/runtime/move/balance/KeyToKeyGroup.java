/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import org.apache.flink.table.data.binary.BinaryRowData;

/** The key group of a key under a strategy that depends on the key alone. */
@FunctionalInterface
public interface KeyToKeyGroup {

  /**
   * The key group.
   *
   * @param key its columns need not be readable, see {@link KeyLoad#key()}
   */
  int keyGroup(BinaryRowData key);
}
