/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContentTest {

  private final Content content = new Content();

  @Test
  void nothingIsSaidOfWhatWasNotMeasured() {
    content.finding("It takes %s, %s.", Optional.of("5 ms"), "every time");
    content.finding("It takes %s, %s.", Optional.empty(), "every time");
    content.list("Rates: ", List.of());

    assertThat(content.blocks()).containsExactly(new Block.Finding("It takes 5 ms, every time."));
  }

  @Test
  void chartsAndTablesThatShowNothingAreLeftOut() {
    Variant variant = Variant.of("flink");
    Chart empty = Chart.bars("", "records/s", List.of("a")).series(variant, noPoint());
    Chart drawn =
        Chart.bars("", "records/s", List.of("a")).series(variant, List.of(Chart.Point.of(1)));
    content.figure("nothing", "", empty.panel("Measured"));
    content.figure("something", "", empty.panel("Measured"), drawn.panel("Paper"));
    content.table(Table.of("nothing", List.of()));

    Block.Figure figure = new Block.Figure("something", "", List.of(drawn.panel("Paper")));
    assertThat(content.blocks()).containsExactly(figure);
    assertThat(figure.legend()).containsExactly(variant);
  }

  private static List<Chart.Point> noPoint() {
    return Collections.singletonList(null);
  }
}
