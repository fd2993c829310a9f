/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.Serializable;
import org.apache.flink.table.data.RowData;

/**
 * A number that identifies a row's key. It is read without creating a key row for each record, and
 * without hashing it.
 */
public interface KeyNumber extends Serializable {

  /** Whether the key is NULL, and has no number. */
  boolean isNull(RowData row);

  /** The number of a row whose key is not NULL. */
  long of(RowData row);
}
