/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InOrderInputTest {

  private static final long ROWS = 60_000;

  /** Equal times of one key would leave it open which row is the first. */
  @ParameterizedTest
  @ValueSource(longs = {2, 100, 1_000, 20_000, 1_000_000})
  void timesOfAPartAreInOrderAndThoseOfAKeyIncrease(long keys) {
    InOrderRows input = new InOrderInput(ROWS, keys).generated();
    for (long part = 0; part < InOrderInput.PARTS; part++) {
      long latest = Long.MIN_VALUE;
      Map<Long, Long> ofKeys = new HashMap<>();
      long begin = part * ROWS / InOrderInput.PARTS;
      for (long number = begin; number < begin + ROWS / InOrderInput.PARTS; number++) {
        RowData row = input.row(number);
        long millis = row.getTimestamp(2, 3).getMillisecond();
        Long before = ofKeys.put(row.getLong(0), millis);

        assertThat(millis).isGreaterThanOrEqualTo(latest);
        assertThat(before == null || before < millis).isTrue();
        assertThat(row.getLong(0) % InOrderInput.PARTS).isEqualTo(part);
        latest = millis;
      }
    }
  }

  @Test
  void hasAllKeysAndValues() {
    InOrderInput input = new InOrderInput(ROWS, 1_000);

    assertThat(rows(input).map(row -> row.getLong(0)).distinct().count()).isEqualTo(1_000);
    assertThat(rows(input).mapToInt(row -> row.getInt(1)).distinct().sorted())
        .hasSize(100)
        .startsWith(0)
        .endsWith(99);
  }

  /** Gaps of one length would never end a session, or always. */
  @Test
  void sessionsOfSevenSecondsEndNowAndThen() {
    InOrderInput input = new InOrderInput(ROWS, 1_000);
    Map<Long, Long> times = new HashMap<>();
    long gaps =
        rows(input)
            .filter(
                row -> {
                  long millis = row.getTimestamp(2, 3).getMillisecond();
                  Long before = times.put(row.getLong(0), millis);
                  return before != null && millis - before > 7_000;
                })
            .count();

    assertThat((double) gaps / ROWS).isBetween(0.1, 0.3);
  }

  @Test
  void refusesUnequalParts() {
    assertThatThrownBy(() -> new InOrderInput(3, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Stream<RowData> rows(InOrderInput input) {
    return LongStream.range(0, ROWS).mapToObj(input.generated()::row);
  }
}
