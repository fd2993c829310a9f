/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;

/** A piece of a chapter. */
sealed interface Block permits Block.Finding, Block.Figure, Table {

  /**
   * A sentence on what figures show.
   *
   * @param sentence computed from them
   */
  record Finding(String sentence) implements Block {}

  /**
   * Charts beside each other that share a legend: ours and the paper's.
   *
   * @param title what they show
   * @param note below; empty for none
   * @param panels from the left
   */
  record Figure(String title, String note, List<Panel> panels) implements Block {

    /** The variants in its charts. */
    List<PublishedVariant> legend() {
      return panels.stream().flatMap(panel -> panel.chart().legend().stream()).distinct().toList();
    }
  }

  /**
   * One chart.
   *
   * @param name whose figures these are
   */
  record Panel(String name, Chart chart) {}
}
