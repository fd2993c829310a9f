/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

/**
 * One row that a script writes.
 *
 * @param <K> what there is at most one row for
 * @param <R> the row's own type
 */
public interface ResultRow<K, R> {

  K key();

  /** How many readings the row counts. */
  long readings();

  /** Whether the rows are equal but for the rounding of additions. */
  default boolean matches(R other) {
    return equals(other);
  }

  /** The row in the form that the script writes. */
  default byte[] toJson() {
    return JsonRows.write(this);
  }
}
