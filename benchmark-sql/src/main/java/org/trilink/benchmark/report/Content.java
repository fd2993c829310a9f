/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import org.trilink.benchmark.report.EqualResults.Gain;

/**
 * The content of a chapter, collected in the order of reading.
 *
 * @param gains of Trilink where results are equal; the whole report begins with them
 * @param headlines figures that say much by themselves; there are few of them
 */
record Content(List<Gain> gains, List<Headline> headlines, List<Block> blocks) {

  /**
   * A figure on a tile at the page's top.
   *
   * @param value in large type
   * @param text what it is
   */
  record Headline(String value, String text) {}

  /** Nothing yet. */
  Content() {
    this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }
}
