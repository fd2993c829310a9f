/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bridge demo on stock Flink; on Trilink it runs in {@link TwoDemosIT}. */
@Tag("nightly")
class BridgeDemoIT {

  private static final Pattern ALERTS = Pattern.compile(", alerts (\\d+) of (\\d+)");

  @TempDir private Path folder;

  @Test
  void stockFlinkLosesReadingsOfLateSensorsAndWithThemAlerts() throws Exception {
    // Watermarks are emitted five times a second: the input must last longer than that.
    WorkloadDemo demo = new WorkloadDemo("bridge", folder, 500_000, 40);

    Matcher alerts = ALERTS.matcher(demo.run("--engine=flink").out());

    assertThat(alerts.find()).isTrue();
    assertThat(Long.parseLong(alerts.group(1))).isLessThan(Long.parseLong(alerts.group(2)));
  }
}
