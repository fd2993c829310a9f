/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.regex.Pattern;

/** Says in a line why a statement or a query failed, alike for all that failed for that reason. */
final class Reasons {

  private static final int LENGTH = 110;
  private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`");
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

  private Reasons() {}

  static String of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? "" : root.getMessage();
    String line = message.strip().lines().findFirst().orElse("");
    String alike = NUMBER.matcher(QUOTED.matcher(line).replaceAll("'...'")).replaceAll("N");
    String text = root.getClass().getSimpleName() + ": " + alike;
    return text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "...";
  }
}
