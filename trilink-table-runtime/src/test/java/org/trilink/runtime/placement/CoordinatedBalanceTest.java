/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints the table of the paper's figure 15 for the strategies of a coordinator. */
@Tag("slow")
class CoordinatedBalanceTest {

  private static final int MAX_PARALLELISM = 720;
  private static final String WITH_HISTORY = "least-count, history";

  private static final List<KeyStream> STREAMS = KeyStreams.all();

  private static BalanceTable table;

  @BeforeAll
  static void compute() {
    table =
        new BalanceTable(STREAMS)
            .add("least-key", by(stream -> CoordinatedPlacement.leastKey()))
            .add("least-count", by(stream -> CoordinatedPlacement.leastCount()))
            .add(WITH_HISTORY, by(stream -> CoordinatedPlacement.leastCount(historyOf(stream))));
    System.out.println(table);
  }

  private static KeyHistory historyOf(KeyStream stream) {
    KeyHistory history = new KeyHistory();
    BalanceTable.BigintKey key = new BalanceTable.BigintKey();
    stream.countsByKey().forEach((number, records) -> history.add(key.of(number), records));
    return history;
  }

  private static BalanceTable.Strategy by(Function<KeyStream, CoordinatedPlacement> placement) {
    return (stream, parallelism) -> by(placement.apply(stream), parallelism);
  }

  private static LongToIntFunction by(CoordinatedPlacement placement, int parallelism) {
    KeyPlacements placements =
        new KeyPlacements(
            new PlacementSettings(placement, Keys.BIGINT, MAX_PARALLELISM, parallelism));
    BalanceTable.BigintKey bigint = new BalanceTable.BigintKey();
    return key -> {
      int keyGroup = placements.place(bigint.of(key));
      placements.count(keyGroup, 1);
      return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
          MAX_PARALLELISM, parallelism, keyGroup);
    };
  }

  @Test
  void leastKeyBalancesUniformRecords() {
    for (KeyStream stream : List.of(STREAMS.get(0), STREAMS.get(1))) {
      assertThat(table.balances("least-key", stream))
          .allSatisfy(balance -> assertThat(balance).isGreaterThanOrEqualTo(0.97));
    }
  }

  @Test
  void leastCountWithHistoryBalancesAsFarAsTheHeaviestKeysAllow() {
    for (KeyStream stream : STREAMS) {
      for (int i = 0; i < BalanceTable.PARALLELISMS.length; i++) {
        assertThat(table.balances(WITH_HISTORY, stream).get(i))
            .isGreaterThanOrEqualTo(0.97 * stream.bestBalance(BalanceTable.PARALLELISMS[i]));
      }
    }
  }
}
