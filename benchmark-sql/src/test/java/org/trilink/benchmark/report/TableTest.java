/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.trilink.benchmark.report.Table.Cell;

class TableTest {

  @Test
  void whatIsInBracketsStandsBelowTheFigure() {
    assertThat(new Cell("5", false, false)).returns("5", Cell::figure).returns("", Cell::detail);
    assertThat(new Cell("9 of 10 (90 %)", false, false))
        .returns("9 of 10", Cell::figure)
        .returns("90 %", Cell::detail);
    assertThat(new Cell("150 ms [146 ms – 250 ms]", false, false))
        .returns("150 ms", Cell::figure)
        .returns("146 – 250 ms", Cell::detail);
  }
}
