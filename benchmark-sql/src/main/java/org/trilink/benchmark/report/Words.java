/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/** The report's fixed texts, which page and Markdown share. */
final class Words {

  static final String TITLE = "Trilink beside Flink";

  static final String QUICK =
      "A quick run: less input, fewer points and rounds, nothing tuned, nothing warmed up. It shows"
          + " that everything works; its figures are no result.";

  static final String LEAD =
      "The same SQL on the same Kafka topics, stock Flink and Trilink by turns. Every run's result"
          + " is compared with an oracle's, row by row.";

  static final String READING =
      "Figures are medians, with the least and the greatest run in brackets. Rows right and records"
          + " lost are those of the worst run.";

  static final String PAPER =
      "The paper's figures (Journal of Software 2024, no. 7235) were measured on eight machines"
          + " with other data: compare shapes and ratios, not rates.";

  private Words() {}
}
