/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.benchmark.report.EqualResults.Gain;

/** The content of a chapter, collected in the order of reading. */
final class Content {

  /**
   * A figure on a tile at the page's top.
   *
   * @param value in large type
   * @param text what it is
   */
  record Headline(String value, String text) {}

  private final List<Gain> gains = new ArrayList<>();
  private final List<Headline> headlines = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();

  /**
   * Adds a gain of Trilink, which the whole report begins with; left out unless results are equal.
   */
  void gain(Optional<Pair> engines, String what, String label, String situation) {
    engines
        .filter(Pair::exact)
        .ifPresent(pair -> gains.add(new Gain(what, label, situation, pair)));
  }

  /** A figure that says much by itself; there are few of them. */
  void headline(String value, String text) {
    headlines.add(new Headline(value, text));
  }

  /** A sentence about what the figures show. */
  void finding(String sentence) {
    blocks.add(new Block.Finding(sentence));
  }

  /** As {@link #sentence}; left out if it is empty. */
  void finding(String format, Object... values) {
    sentence(format, values).ifPresent(this::finding);
  }

  /**
   * A sentence; empty if something that it tells was not measured.
   *
   * @param values the format's; some of them {@link Optional}
   */
  static Optional<String> sentence(String format, Object... values) {
    Object[] there =
        Stream.of(values)
            .flatMap(value -> value instanceof Optional<?> some ? some.stream() : Stream.of(value))
            .toArray();
    return there.length < values.length ? Optional.empty() : Optional.of(format.formatted(there));
  }

  /** A sentence that ends with a list; left out if there is nothing in it. */
  void list(String begin, List<String> list) {
    if (!list.isEmpty()) {
      finding(begin + String.join("; ", list) + ".");
    }
  }

  /** Without charts that show nothing; left out if there is no other. */
  void figure(String title, String note, Block.Panel... panels) {
    List<Block.Panel> drawn = Stream.of(panels).filter(panel -> !panel.chart().isEmpty()).toList();
    if (!drawn.isEmpty()) {
      blocks.add(new Block.Figure(title, note, drawn));
    }
  }

  /** Left out if it has no rows. */
  void table(Table<?> table) {
    if (!table.isEmpty()) {
      blocks.add(table);
    }
  }

  List<Gain> gains() {
    return gains;
  }

  List<Headline> headlines() {
    return headlines;
  }

  List<Block> blocks() {
    return blocks;
  }
}
