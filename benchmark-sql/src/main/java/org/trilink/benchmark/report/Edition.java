/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/** Says which runs a report is of. The two are never mixed. */
public enum Edition {
  FULL("Trilink beside Flink", ""),

  /** The edition of {@code --quick}: marked as such, without figures to quote. */
  QUICK(
      "Trilink beside Flink: a quick run",
      "A quick run: less input, fewer points and rounds, nothing tuned, nothing warmed up. It shows"
          + " that everything works; its figures are no result.");

  private final String title;
  private final String banner;

  Edition(String title, String banner) {
    this.title = title;
    this.banner = banner;
  }

  boolean quick() {
    return this == QUICK;
  }

  String title() {
    return title;
  }

  /** The notice that a reader has to know before everything else; empty for nothing. */
  String banner() {
    return banner;
  }
}
