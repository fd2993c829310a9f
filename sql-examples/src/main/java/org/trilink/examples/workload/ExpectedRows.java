/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
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

  /**
   * The rows of what was gathered by key.
   *
   * @param row of a key and what was gathered for it; empty if none is expected
   */
  static <K, V, R> ExpectedRows<K, R> of(
      Map<K, V> gathered, BiFunction<? super K, ? super V, Optional<R>> row) {
    return new ExpectedRows<>() {
      @Override
      public Stream<K> keys() {
        return gathered.entrySet().stream()
            .filter(entry -> row.apply(entry.getKey(), entry.getValue()).isPresent())
            .map(Map.Entry::getKey);
      }

      @Override
      public Optional<R> find(K key) {
        return Optional.ofNullable(gathered.get(key)).flatMap(value -> row.apply(key, value));
      }
    };
  }
}
