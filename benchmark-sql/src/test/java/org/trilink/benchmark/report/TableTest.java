/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.report.Table.Cell;
import org.trilink.benchmark.report.Table.Row;

class TableTest {

  @Test
  void marksARowAtTheLastOfItsWords() {
    Table<String> table =
        new Table<>("", List.of("right", "wrong"), "wrong"::equals)
            .label("place", any -> "heap")
            .label("variant", name -> name)
            .column("rate", any -> "5");

    assertThat(table.rows()).extracting(Row::incomplete).containsExactly(false, true);
    assertThat(table.rows().get(0).cells()).noneMatch(Cell::marked);
    assertThat(table.rows().get(1).cells())
        .extracting(Cell::marked)
        .containsExactly(false, true, false);
  }

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
