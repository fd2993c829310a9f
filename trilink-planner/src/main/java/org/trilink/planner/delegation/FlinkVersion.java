/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.regex.Pattern;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.api.TableException;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Whether this process has a Flink that Trilink works with: with another one, some statement would
 * fail by a class, method or field that is not there. Names no class of the planner.
 */
public final class FlinkVersion {

  private static final Pattern NEEDED =
      Pattern.compile(Pattern.quote(SupportedFlink.VERSION) + "\\b.*");

  private FlinkVersion() {}

  /**
   * Looks at this process.
   *
   * @throws TableException if it has another Flink
   */
  public static void require() {
    require(EnvironmentInformation.getVersion());
  }

  /** One that Flink does not know, as after its jars were repackaged, may be the right one. */
  static void require(String version) {
    if (Character.isDigit(version.charAt(0)) && !NEEDED.matcher(version).matches()) {
      throw new TableException(
          "This program has Flink " + version + "; Trilink needs " + SupportedFlink.NEEDED + ".");
    }
  }
}
