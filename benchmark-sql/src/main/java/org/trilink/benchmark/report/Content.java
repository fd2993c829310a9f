/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
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
  void gain(Pair engines, String what, String label, String situation) {
    if (engines.exact()) {
      gains.add(new Gain(what, label, situation, engines));
    }
  }

  /** A figure that says much by itself; there are few of them. */
  void headline(String value, String text) {
    headlines.add(new Headline(value, text));
  }

  void add(Block block) {
    blocks.add(block);
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
