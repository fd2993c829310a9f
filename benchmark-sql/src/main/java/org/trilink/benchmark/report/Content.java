/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a chapter has to show; collected in the order of reading. */
final class Content {

  private Lead lead;
  private final List<Headline> headlines = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();

  /** What the whole report begins with. */
  void lead(Lead message) {
    lead = message;
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

  Optional<Lead> lead() {
    return Optional.ofNullable(lead);
  }

  List<Headline> headlines() {
    return headlines;
  }

  List<Block> blocks() {
    return blocks;
  }
}
