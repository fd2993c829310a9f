/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The long-ride demo on stock Flink; on Trilink it runs in {@link TwoDemosIT}. */
@Tag("nightly")
class LongRideDemoIT {

  @TempDir private Path folder;

  @Test
  void stockFlinkGivesAlertsForRidesOfLateTaxisThatEndedInTime() throws Exception {
    // Watermarks are emitted five times a second: the input must last longer than that.
    WorkloadDemo demo = new WorkloadDemo("long-ride", folder, 300_000, 1_000);

    assertThat(demo.run("--engine=flink").out())
        .containsPattern(", alerts [\\d,]+ of [\\d,]+ \\([\\d,]+ surplus\\)");
  }
}
