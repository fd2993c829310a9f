/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.trilink.benchmark.result.Metric;

/** Functions of chapters on lists of runs, pairs and words. */
final class Lists {

  private Lists() {}

  /** The first; null if there is none. */
  @Nullable
  static Object first(List<?> list) {
    return list.isEmpty() ? null : list.get(0);
  }

  /** The last; null if there is none. */
  @Nullable
  static Object last(List<?> list) {
    return list.isEmpty() ? null : list.get(list.size() - 1);
  }

  /** Without null. */
  static List<?> present(List<?> list) {
    return list.stream().filter(Objects::nonNull).toList();
  }

  /** The items of all lists in a list. */
  static List<?> flat(List<? extends Collection<?>> lists) {
    return lists.stream().flatMap(Collection::stream).toList();
  }

  static List<?> reversed(List<?> list) {
    List<?> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }

  /** Each of the one with each of the other, as lists of two. */
  static List<List<Object>> product(List<?> ones, List<?> others) {
    return ones.stream()
        .flatMap(one -> others.stream().map(other -> List.<Object>of(one, other)))
        .toList();
  }

  /** The least number, without null; empty if there is none. */
  static OptionalDouble least(List<Double> numbers) {
    return numbers.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).min();
  }

  /** By the median of a metric; what has none is 0. */
  static List<Runs> sortedBy(List<Runs> list, Metric metric) {
    return list.stream().sorted(by(metric)).toList();
  }

  /** The greatest by the median of a metric; empty if there is none. */
  static Optional<Runs> greatest(List<Runs> list, Metric metric) {
    return list.stream().max(by(metric));
  }

  private static Comparator<Runs> by(Metric metric) {
    return Comparator.comparingDouble(of -> of.median(metric).orElse(0));
  }

  /** Where Trilink is slowest; empty if there is no pair. */
  static Optional<Pair> slowest(List<Pair> pairs) {
    return pairs.stream().min(Comparator.comparingDouble(Pair::ratio));
  }

  /** Words with something between them; null if there are none. */
  @Nullable
  static String join(List<?> words, String between) {
    return words.isEmpty()
        ? null
        : words.stream().map(String::valueOf).collect(Collectors.joining(between));
  }

  /** "a", "a and b", "a, b and c"; null if there are none. */
  @Nullable
  static String list(List<?> words) {
    int last = words.size() - 1;
    return last < 1
        ? join(words, "")
        : Stream.of(join(words.subList(0, last), ", "), words.get(last))
            .map(String::valueOf)
            .collect(Collectors.joining(" and "));
  }
}
