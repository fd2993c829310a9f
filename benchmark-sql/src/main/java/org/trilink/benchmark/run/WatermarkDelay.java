/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.util.TimeUtils;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.SqlScript;

/** How long a script waits for late records: stock Flink can only do so for all keys together. */
public final class WatermarkDelay {

  private static final String SCRIPTS_OWN = "INTERVAL '0.001' SECOND";
  private static final Pattern MAX_SKEW = Pattern.compile("'watermark\\.max-skew'='([^']+)'");

  private WatermarkDelay() {}

  /**
   * The script with watermarks that are behind by this and the script's own millisecond.
   *
   * @throws CommandFailure if the script has no such delay
   */
  public static SqlScript longerBy(Duration delay, SqlScript script) {
    if (!script.text().contains(SCRIPTS_OWN)) {
      throw new CommandFailure("the script has no WATERMARK with " + SCRIPTS_OWN);
    }
    return new SqlScript(script.text().replace(SCRIPTS_OWN, intervals(delay.plusMillis(1))));
  }

  /** Several, as the numbers of an interval have two digits in Flink. */
  private static String intervals(Duration delay) {
    String hours = delay.toHours() == 0 ? "" : "INTERVAL '%d' HOUR - ".formatted(delay.toHours());
    return hours
        + "INTERVAL '%d' MINUTE - INTERVAL '%d.%03d' SECOND"
            .formatted(delay.toMinutesPart(), delay.toSecondsPart(), delay.toMillisPart());
  }

  /**
   * The script without its hints, with watermarks that are behind by its {@code watermark.max-skew}
   * as well; if it has none, with its own watermarks.
   */
  static SqlScript inPlaceOfMaxSkew(SqlScript script) {
    SqlScript withoutHints = script.withoutTrilinkHints();
    Matcher hint = MAX_SKEW.matcher(script.text());
    return hint.find()
        ? longerBy(TimeUtils.parseDuration(hint.group(1)), withoutHints)
        : withoutHints;
  }
}
