/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.trilink.runtime.secret.Secrets;

/**
 * The secrets in a session's hints. A statement's tree, and all that Flink makes and prints of it,
 * has the masked value, {@code redis://:***@host}; only code that applies the option reads the real
 * value here. Thread-safe.
 */
public final class HintSecrets {

  /** By what is shown: two that look the same are numbered, {@code ***} and {@code ***2}. */
  private final Map<String, String> values = new ConcurrentHashMap<>();

  /**
   * Returns what to show of an option's value: the value itself if nothing in it is secret.
   *
   * @param name as the user wrote it, be there such an option or not
   */
  public String hide(String name, String value) {
    String masked = mask(name, value);
    if (masked.equals(value) && !value.contains(Secrets.HIDDEN)) {
      return value;
    }
    for (int number = 1; ; number++) {
      String shown = numbered(masked, number);
      String other = values.putIfAbsent(shown, value);
      if (other == null || other.equals(value)) {
        return shown;
      }
    }
  }

  private static String mask(String name, String value) {
    String wanted = name.trim().toLowerCase(Locale.ROOT);
    return TrilinkOptions.all().stream()
        .filter(option -> option.name().equals(wanted))
        .findAny()
        .map(option -> option.mask(value))
        .orElseGet(() -> maskUnknown(value));
  }

  /** Masks the value of a mistyped option. */
  private static String maskUnknown(String value) {
    return value.contains("//") ? Secrets.maskAddress(value) : Secrets.mask(value);
  }

  private static String numbered(String masked, int number) {
    int at = masked.indexOf(Secrets.HIDDEN) + Secrets.HIDDEN.length();
    return number == 1 ? masked : masked.substring(0, at) + number + masked.substring(at);
  }

  /** The value that {@link #hide} was given; the text itself if it gave it none. */
  public String reveal(String shown) {
    return values.getOrDefault(shown, shown);
  }
}
