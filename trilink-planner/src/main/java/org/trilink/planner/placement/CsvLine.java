/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/** One line of comma-separated values. */
final class CsvLine {

  private CsvLine() {}

  /** The values; null for nothing, but not for nothing in quotes. */
  static List<String> split(String line) {
    List<String> values = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    boolean inQuotes = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        boolean isDoubled = inQuotes && i + 1 < line.length() && line.charAt(i + 1) == '"';
        if (isDoubled) {
          value.append(c);
          i++;
        } else {
          inQuotes = !inQuotes;
          quoted = true;
        }
      } else if (c == ',' && !inQuotes) {
        values.add(finish(value, quoted));
        quoted = false;
      } else {
        value.append(c);
      }
    }
    values.add(finish(value, quoted));
    return values;
  }

  @Nullable
  private static String finish(StringBuilder value, boolean quoted) {
    String text = value.toString();
    value.setLength(0);
    return text.isEmpty() && !quoted ? null : text;
  }
}
