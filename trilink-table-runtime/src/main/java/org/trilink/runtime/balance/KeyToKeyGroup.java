/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

import org.apache.flink.table.data.binary.BinaryRowData;

/** Where a strategy that goes by the key alone has a key. */
@FunctionalInterface
public interface KeyToKeyGroup {

  /**
   * The key group.
   *
   * @param key its columns need not be readable, as is said of {@link KeyLoad#key()}
   */
  int keyGroup(BinaryRowData key);
}
