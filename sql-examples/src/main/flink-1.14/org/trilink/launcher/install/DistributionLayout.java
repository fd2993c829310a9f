/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.install;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.trilink.runtime.flink.SupportedFlink;

/** The files of a distribution of this version of Flink, and what Trilink adds to them. */
final class DistributionLayout {

  /** One file of each list must be there; an asterisk stands for any text. */
  static final List<List<String>> NEEDED =
      List.of(
          List.of("lib/flink-table_2.12-1.14.*.jar"),
          List.of("lib/flink-sql-client_2.12-1.14.*.jar", "opt/flink-sql-client_2.12-1.14.*.jar"),
          List.of("bin/config.sh"));

  private static final String LAUNCHER = "trilink-sql-client.sh";

  private DistributionLayout() {}

  /** Whether Trilink works with a version of Flink, which is for a version of Scala. */
  static boolean isSupported(String flink, @Nullable String scala) {
    return flink.startsWith(SupportedFlink.VERSION + ".") && "2.12".equals(scala);
  }

  /** The file in the distribution to which a jar of Trilink's is copied. */
  static String target(String jar) {
    return "lib/" + jar;
  }

  /** Scripts that are added, by their place in the distribution. */
  static Map<String, byte[]> scripts() throws IOException {
    try (InputStream script = DistributionLayout.class.getResourceAsStream(LAUNCHER)) {
      return Map.of("bin/" + LAUNCHER, script.readAllBytes());
    }
  }
}
