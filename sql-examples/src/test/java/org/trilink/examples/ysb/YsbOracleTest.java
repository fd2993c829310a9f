/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.examples.ysb.AdEvents.event;
import static org.trilink.examples.ysb.AdEvents.view;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;

class YsbOracleTest {

  private static final Campaign A = Campaign.number(0);
  private static final Campaign B = Campaign.number(1);

  private static final String FIRST = row(A, 0, 2);
  private static final String SECOND = row(A, 10_000, 1);
  private static final String THIRD = row(B, -10_000, 1);

  private final Oracle<?> oracle = new YsbOracle();

  @BeforeEach
  void readEvents() {
    oracle.accept(view(A.ad(0), 0));
    oracle.accept(view(A.ad(9), 9_999));
    oracle.accept(view(A.ad(0), 10_000));
    oracle.accept(view(B.ad(3), -1));
    oracle.accept(event(A.ad(0), "click", "1"));
    oracle.accept(event(A.ad(0), "purchase", "1"));
    oracle.accept(view("an ad of no campaign", 1));
    oracle.accept(event(A.ad(0), "view", "noon"));
    oracle.accept(event(A.ad(0), "view", "253402300800000"));
    oracle.accept("not an event".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void countsUnreadableLines() {
    assertThat(oracle.unreadable()).isEqualTo(3);
  }

  @Test
  void expectsRowsInAFixedOrder() {
    List<String> rows = new ArrayList<>();
    oracle
        .expectedRows()
        .forEachRemaining(row -> rows.add(new String(row, StandardCharsets.UTF_8)));

    assertThat(rows)
        .containsExactlyElementsOf(
            Stream.of(FIRST, SECOND, THIRD)
                .map(row -> row.replaceAll(",\"time_updated\":\\d+", ""))
                .sorted()
                .toList());
  }

  @Test
  void theExpectedRowsInAnyOrderAreExact() {
    Verdict verdict = verify(THIRD, FIRST, SECOND);

    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.results()).containsExactly(new RowComparison("windows", 3, 3, 0, 0, 0, 0));
    assertThat(verdict.coverage()).contains(new Verdict.Coverage(4, 4));
    assertThat(verdict.differences()).isEmpty();
  }

  @Test
  void otherCountsAndRowsWithoutATimeAreWrong() {
    for (String wrong :
        List.of(row(A, 0, 1), row(A, 0, 3), FIRST.replaceAll(",\"time_updated\":\\d+", ""))) {
      Verdict verdict = verify(wrong, SECOND, THIRD);

      assertThat(verdict.results()).containsExactly(new RowComparison("windows", 3, 2, 0, 1, 0, 0));
      assertThat(verdict.differences())
          .containsExactly(
              "wrong window: %s, expected %s"
                  .formatted(wrong, FIRST.replaceAll(",\"time_updated\":\\d+", "")));
    }
  }

  @Test
  void missingDuplicateAndUnexpectedRows() {
    String noCount = FIRST.replace("\"seen_count\":2", "\"seen_count\":\"two\"");
    Verdict verdict = verify(SECOND, SECOND, row(B, 0, 1), noCount);

    assertThat(verdict.results()).containsExactly(new RowComparison("windows", 3, 1, 2, 0, 2, 1));
    assertThat(verdict.coverage()).contains(new Verdict.Coverage(4, 1));
  }

  private Verdict verify(String... rows) {
    return oracle.verify(
        result -> Stream.of(rows).map(row -> row.getBytes(StandardCharsets.UTF_8)).toList());
  }

  private static String row(Campaign campaign, long start, long views) {
    return "{\"campaign_id\":\"%s\",\"window_start\":%d,\"seen_count\":%d,\"time_updated\":1700000000000}"
        .formatted(campaign.id(), start, views);
  }
}
