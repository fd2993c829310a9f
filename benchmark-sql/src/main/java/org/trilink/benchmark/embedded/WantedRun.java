/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

/**
 * A run as its process is told it, one argument.
 *
 * @param query its constant's name
 * @param variant an engine and how it is set
 * @param rows of the input
 * @param warmUpRows at most as many warm up; 0 for no warm-up
 */
public record WantedRun(String query, String variant, long rows, long warmUpRows) {

  public static WantedRun parse(String text) {
    String[] parts = text.split(":", 4);
    return new WantedRun(parts[0], parts[1], Long.parseLong(parts[2]), Long.parseLong(parts[3]));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return query + ":" + variant + ":" + rows + ":" + warmUpRows;
  }
}
