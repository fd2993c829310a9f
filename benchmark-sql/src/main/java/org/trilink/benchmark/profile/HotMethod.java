/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A method that threads were often found in.
 *
 * @param step for which it was called
 * @param name class and method
 * @param share of all samples, of 1
 */
record HotMethod(Step step, String name, double share) {

  private static final String SEPARATOR = ", ";

  /** As one line, for a result's settings. */
  static String text(List<HotMethod> methods) {
    return methods.stream()
        .map(
            method ->
                String.format(Locale.ROOT, "%s %s %.4f", method.step, method.name, method.share))
        .collect(Collectors.joining(SEPARATOR));
  }

  /** Parses methods in the form of {@link #text}. */
  static List<HotMethod> parse(String text) {
    return Arrays.stream(text.split(SEPARATOR)).map(HotMethod::parseOne).toList();
  }

  private static HotMethod parseOne(String text) {
    String[] fields = text.split(" ", 3);
    return new HotMethod(Step.valueOf(fields[0]), fields[1], Double.parseDouble(fields[2]));
  }
}
