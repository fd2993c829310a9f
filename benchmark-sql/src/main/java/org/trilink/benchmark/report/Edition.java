/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/** Which runs a report is of. The two are never mixed. */
public enum Edition {
  FULL(Words.TITLE, ""),

  /** Of {@code --quick}: marked as such, without figures to quote. */
  QUICK(Words.TITLE + ": a quick run", Words.QUICK);

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

  /** What a reader has to know before everything else; empty for nothing. */
  String banner() {
    return banner;
  }
}
