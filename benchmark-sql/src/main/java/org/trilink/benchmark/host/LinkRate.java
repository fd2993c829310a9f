/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast a link is, in each direction.
 *
 * @param bitsPerSecond {@link Long#MAX_VALUE} without a limit
 */
public record LinkRate(long bitsPerSecond) {

  public static final LinkRate UNLIMITED = new LinkRate(Long.MAX_VALUE);

  private static final String NONE = "none";
  private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,8})(k|m|g)bit");

  /**
   * Reads a rate.
   *
   * @param text such as {@code 50mbit}, or {@code none}
   * @throws IllegalArgumentException if it is something else
   */
  public static LinkRate parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals(NONE)) {
      return UNLIMITED;
    }
    Matcher rate = RATE.matcher(lower);
    if (!rate.matches()) {
      throw new IllegalArgumentException(
          "a link rate is a number with kbit, mbit or gbit, such as 50mbit, or none; got " + text);
    }
    long factor =
        switch (rate.group(2)) {
          case "k" -> 1_000L;
          case "m" -> 1_000_000L;
          default -> 1_000_000_000L;
        };
    return new LinkRate(Long.parseLong(rate.group(1)) * factor);
  }

  public boolean limited() {
    return bitsPerSecond != Long.MAX_VALUE;
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    if (!limited()) {
      return NONE;
    }
    if (bitsPerSecond % 1_000_000_000 == 0) {
      return bitsPerSecond / 1_000_000_000 + "gbit";
    }
    return bitsPerSecond % 1_000_000 == 0
        ? bitsPerSecond / 1_000_000 + "mbit"
        : bitsPerSecond / 1_000 + "kbit";
  }
}
