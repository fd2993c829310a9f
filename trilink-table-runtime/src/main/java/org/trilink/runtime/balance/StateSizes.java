/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

import org.apache.flink.table.data.binary.BinaryRowData;

/** About how much state keys have. */
@FunctionalInterface
public interface StateSizes {

  /** Nothing is known of any key. */
  StateSizes UNKNOWN = key -> 0;

  /** In bytes, estimated; 0 if that is not known. */
  long bytes(BinaryRowData key);
}
