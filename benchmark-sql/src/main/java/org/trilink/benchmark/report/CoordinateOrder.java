/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of a coordinate's values: "2" before "10", "1/4" before "1/2", "none" last. */
final class CoordinateOrder {

  static final Comparator<String> NATURAL =
      Comparator.comparingDouble(CoordinateOrder::number).thenComparing(Comparator.naturalOrder());

  private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)(?:/(\\d+))?.*");

  private CoordinateOrder() {}

  /** Known values in this order, then all others as they are. */
  static Comparator<String> first(List<String> known) {
    return Comparator.comparingInt(
        value -> known.contains(value) ? known.indexOf(value) : known.size());
  }

  private static double number(String value) {
    Matcher matcher = NUMBER.matcher(value);
    if (!matcher.matches()) {
      return Double.POSITIVE_INFINITY;
    }
    double number = Double.parseDouble(matcher.group(1));
    return matcher.group(2) == null ? number : number / Double.parseDouble(matcher.group(2));
  }
}
