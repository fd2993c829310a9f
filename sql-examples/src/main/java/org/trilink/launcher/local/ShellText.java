/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines that a user may copy into a shell. */
public final class ShellText {

  private ShellText() {}

  /** Words separated by spaces, quoted where a shell needs it. */
  public static String of(List<String> words) {
    return words.stream().map(ShellText::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches("[\\w./:=+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
