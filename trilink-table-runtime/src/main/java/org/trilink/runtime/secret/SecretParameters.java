/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.secret;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of parameters, {@code name=value}, whose names say that they are secret. */
final class SecretParameters {

  private static final Pattern SECRET_NAME =
      Pattern.compile("pass|pwd|secret|token|credential|api-?_?key|access-?_?key");

  /** The user's name is none, but may have an '@' in it. */
  private static final Pattern USER_NAME = Pattern.compile("user(name)?[0-9]?");

  private static final Pattern NAME =
      Pattern.compile("(?:^|[?&;,({\\s'\"])([\\w.%+-]+)\\s*=\\s*['\"]?");

  /**
   * Matches the end of a value: delimiters behind which another parameter begins. Others are part
   * of the value.
   */
  private static final Pattern END_OF_VALUE =
      Pattern.compile("[&;,)]+\\(?\\s*[a-zA-Z%][\\w.%+-]+\\s*=");

  /** In a text among others, blanks and quotes end a value, too. */
  private static final Pattern END_IN_TEXT =
      Pattern.compile(END_OF_VALUE.pattern() + "|[\\s'\"`<>}]");

  private SecretParameters() {}

  static boolean isSecret(String name) {
    return SECRET_NAME.matcher(decoded(name).toLowerCase(Locale.ROOT)).find();
  }

  private static boolean isUserName(String name) {
    return USER_NAME.matcher(decoded(name).toLowerCase(Locale.ROOT)).matches();
  }

  /** Where in an address the values are that must not be shown: from, to, from, to ... */
  static List<int[]> secretsInAddress(String address) {
    return values(address, END_OF_VALUE, true);
  }

  /** Where in an address the values are in which an '@' has no meaning. */
  static List<int[]> namesInAddress(String address) {
    return values(address, END_OF_VALUE, false);
  }

  static String inText(String text) {
    StringBuilder masked = new StringBuilder();
    int end = 0;
    for (int[] value : values(text, END_IN_TEXT, true)) {
      if (value[0] >= end) {
        masked.append(text, end, value[0]).append(Secrets.HIDDEN);
        end = value[1];
      }
    }
    return masked.append(text, end, text.length()).toString();
  }

  private static List<int[]> values(String text, Pattern endOfValue, boolean secret) {
    List<int[]> values = new ArrayList<>();
    Matcher name = NAME.matcher(text);
    for (int from = 0; name.find(from); from = name.end()) {
      if (secret ? isSecret(name.group(1)) : isUserName(name.group(1))) {
        Matcher end = endOfValue.matcher(text);
        int to = end.find(name.end()) ? end.start() : text.length();
        if (to > name.end()) {
          values.add(new int[] {name.end(), to});
        }
      }
    }
    return values;
  }

  /** Names may be percent-encoded, even more than once. */
  static String decoded(String text) {
    String before = text;
    try {
      for (int i = 0; i < 5; i++) {
        String after = URLDecoder.decode(before, "UTF-8");
        if (after.equals(before)) {
          return after;
        }
        before = after;
      }
    } catch (IllegalArgumentException notEncoded) {
      return before;
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e); // every JVM supports it
    }
    return before;
  }
}
