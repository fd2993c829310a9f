/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report in the repository is that of the results beside it. */
class PublishedReportTest {

  private static final Path RESULTS = Path.of("results");
  private static final Path REPORT = Path.of("report");

  @TempDir private Path folder;

  @Test
  void isOfThePublishedResults() {
    Path page = Report.write(false, RESULTS, folder);

    assertThat(REPORT.resolve("report.md"))
        .as("bin/trilink bench report writes it anew")
        .hasSameTextualContentAs(folder.resolve("report.md"));
    assertThat(REPORT.resolve("index.html"))
        .as("bin/trilink bench report writes it anew")
        .hasSameTextualContentAs(page);
  }
}
