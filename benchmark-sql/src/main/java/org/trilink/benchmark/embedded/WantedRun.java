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
 */
public record WantedRun(String query, String variant, long rows) {

  public static WantedRun parse(String text) {
    String[] parts = text.split(":", 3);
    return new WantedRun(parts[0], parts[1], Long.parseLong(parts[2]));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return query + ":" + variant + ":" + rows;
  }
}
