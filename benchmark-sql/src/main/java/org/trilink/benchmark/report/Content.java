/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/** What a chapter has to show; collected in the order of reading. */
final class Content {

  private final List<EqualResults.Gain> gains = new ArrayList<>();
  private final List<Headline> headlines = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();

  /** What Trilink gains at equal results, which the whole report begins with. */
  void gain(EqualResults.Gain gain) {
    gains.add(gain);
  }

  /** A figure that says much by itself; there are few of them. */
  void headline(String value, String text) {
    headlines.add(new Headline(value, text));
  }

  /** A sentence about what the figures show. */
  void finding(String sentence) {
    blocks.add(new Finding(sentence));
  }

  void figure(Figure figure) {
    blocks.add(figure);
  }

  /** Left out if it has no rows. */
  void table(Table table) {
    if (!table.rows().isEmpty()) {
      blocks.add(table);
    }
  }

  List<EqualResults.Gain> gains() {
    return gains;
  }

  List<Headline> headlines() {
    return headlines;
  }

  List<Block> blocks() {
    return blocks;
  }
}
