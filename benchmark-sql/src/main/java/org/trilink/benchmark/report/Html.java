/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.regex.Pattern;

/** Text in the page. */
final class Html {

  private static final Pattern UNIT = Pattern.compile("(?<=[0-9]) (?=[%kMGBmsµ])");

  private Html() {}

  /** Escaped; numbers stay on the line of their units. */
  static String text(String text) {
    return UNIT.matcher(text)
        .replaceAll("\u00a0")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
