/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class PlacementReportTest {

  private static String report(String unsaved) throws Exception {
    String state =
        """
        {"setAtRunTime": [{"threshold": 0.5}, {"freeze": true}], "unsaved": [%s]}"""
            .formatted(unsaved);
    return String.join("\n", PlacementReport.lines(new ObjectMapper().readTree(state)));
  }

  @Test
  void saysWhatAFailureOfTheJobManagerWouldLose() throws Exception {
    assertThat(report("{\"freeze\": true}"))
        .contains(
            "  changed       set while the job runs: {\"threshold\":0.5} {\"freeze\":true}\n"
                + "  unsaved       lost if the JobManager fails before the next checkpoint is"
                + " completed: {\"freeze\":true}\n");
    assertThat(report("")).doesNotContain("unsaved");
  }
}
