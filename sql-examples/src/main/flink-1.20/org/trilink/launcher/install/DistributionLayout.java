/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.install;

import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.trilink.runtime.flink.SupportedFlink;

/** The files of a distribution of this version of Flink, and what Trilink adds to them. */
final class DistributionLayout {

  /** One file of each list must be there; an asterisk stands for any text. */
  static final List<List<String>> NEEDED =
      List.of(
          List.of("lib/flink-table-planner-loader-1.20.*.jar"),
          List.of("lib/flink-table-runtime-1.20.*.jar"));

  /** Flink's scripts sort the jars; this one must be before flink-table-planner-loader. */
  private static final String FIRST = "00-";

  private DistributionLayout() {}

  /** Whether Trilink works with a version of Flink, which is for no version of Scala. */
  static boolean isSupported(String flink, @Nullable String scala) {
    return flink.startsWith(SupportedFlink.VERSION + ".");
  }

  /** The file in the distribution to which a jar of Trilink's is copied. */
  static String target(String jar) {
    return "lib/" + (jar.endsWith("-loader.jar") ? FIRST : "") + jar;
  }

  /** Scripts that are added: none, as Flink's own plan with Trilink. */
  static Map<String, byte[]> scripts() {
    return Map.of();
  }
}
