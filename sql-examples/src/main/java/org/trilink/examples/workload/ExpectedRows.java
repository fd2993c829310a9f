/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rows that belong into a result topic.
 *
 * @param <K> what there is at most one row for
 * @param <R> a row
 */
public interface ExpectedRows<K, R> {

  /** The keys of all rows, in any order. */
  Stream<K> keys();

  /** The row of that key; empty if none is expected. Several threads may ask at a time. */
  Optional<R> find(K key);
}
