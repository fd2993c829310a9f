/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.regex.Pattern;

/** Finds what matters in a printed exception. */
final class RootCause {

  private static final String CAUSED_BY = "Caused by: ";
  private static final Pattern FRAMES = Pattern.compile("\n\\s+(?:at |\\.\\.\\. \\d+ more)");

  private RootCause() {}

  /**
   * The innermost cause's class and message, without stack frames, in one line.
   *
   * @param stackTrace as {@code printStackTrace} writes it
   */
  static String of(String stackTrace) {
    int last = stackTrace.lastIndexOf(CAUSED_BY);
    String cause = last < 0 ? stackTrace : stackTrace.substring(last + CAUSED_BY.length());
    String message = FRAMES.split(cause, 2)[0];
    return message.strip().replaceAll("\\s*\\n\\s*", " ");
  }
}
