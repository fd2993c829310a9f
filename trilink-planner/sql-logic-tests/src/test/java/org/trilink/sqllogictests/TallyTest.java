/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.trilink.sqllogictests.Tally.Outcome;
import org.trilink.sqllogictests.Tally.Stated;

class TallyTest {

  private final Tally tally = new Tally();

  @Test
  void tellsWhatBecameOfEachQuery() {
    tally.file();
    for (int i = 0; i < 5; i++) {
      tally.drawn();
    }
    tally.skipped("does not plan: x");
    tally.plannedAsStock();
    tally.plannedAsStock();
    tally.compared(Stated.THE_SAME, "a query");
    tally.ran(Mode.MODULO, Set.of("KeyPlacement"), Outcome.EQUAL);
    tally.compared(Stated.OTHER, "another query");
    tally.ran(Mode.MODULO, Set.of("KeyPlacement"), Outcome.EQUAL);
    tally.ran(Mode.LOCAL_MERGE, Set.of("LocalMerge"), Outcome.NOT_DETERMINED);

    assertThat(tally.text().lines())
        .containsExactly(
            "5 queries of 1 files",
            "       1  skipped:",
            "               1  does not plan: x",
            "       2  planned only: Trilink has nothing in their plans",
            "       2  run with Trilink; the rows of stock Flink are",
            "               1  as the file states",
            "               1  not as the file states",
            "",
            "mode              run    equal   not determined  different   queries with",
            "modulo              2        2                0          0   KeyPlacement 2",
            "local-merge         1        0                1          0   LocalMerge 1");
    assertThat(tally.statedOtherwise()).containsExactly("another query");
  }

  @Test
  void passesIfEnoughWasComparedAndNothingDiffers() {
    tally.compared(Stated.THE_SAME, "a query");

    assertThat(tally.passes(1)).isTrue();
    assertThat(tally.passes(2)).isFalse();

    tally.difference("a query");

    assertThat(tally.passes(1)).isFalse();
  }
}
