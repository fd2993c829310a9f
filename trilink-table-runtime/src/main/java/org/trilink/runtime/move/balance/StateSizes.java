/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import org.apache.flink.table.data.binary.BinaryRowData;

/** Estimated state size of keys. */
@FunctionalInterface
public interface StateSizes {

  /** No sizes are known. */
  StateSizes UNKNOWN = key -> 0;

  /** Estimated size in bytes; 0 if unknown. */
  long bytes(BinaryRowData key);
}
