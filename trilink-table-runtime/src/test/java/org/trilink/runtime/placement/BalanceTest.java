/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints the table of the paper's figure 15 for the strategies that need no coordinator. */
@Tag("slow")
class BalanceTest {

  private static final int STOCK_MAX_PARALLELISM = 128;
  private static final int MAX_PARALLELISM = 720;
  private static final String STOCK_HASH = "hash, Flink's groups";
  private static final String HASH = "hash, even groups";

  private static final List<KeyStream> STREAMS = KeyStreams.all();
  private static final KeyStream CONTIGUOUS_UNIFORM = STREAMS.get(0);
  private static final KeyStream PREFIXED_UNIFORM = STREAMS.get(1);

  private static BalanceTable table;

  @BeforeAll
  static void compute() {
    table =
        new BalanceTable(STREAMS)
            .add(STOCK_HASH, BalanceTable.hash(STOCK_MAX_PARALLELISM))
            .add(HASH, BalanceTable.hash(MAX_PARALLELISM))
            .add("modulo", BalanceTable.local(new ModuloPlacement(), MAX_PARALLELISM))
            .add("weight, equal", (stream, parallelism) -> equalWeights(stream, parallelism));
    System.out.println(table);
  }

  private static LongToIntFunction equalWeights(KeyStream stream, int parallelism) {
    int[] weights = new int[parallelism];
    Arrays.fill(weights, 1);
    return BalanceTable.local(new WeightPlacement(weights), MAX_PARALLELISM)
        .subtasks(stream, parallelism);
  }

  @Test
  void moduloBalancesContiguousKeys() {
    assertThat(table.balances("modulo", CONTIGUOUS_UNIFORM))
        .allSatisfy(balance -> assertThat(balance).isGreaterThanOrEqualTo(0.99));
  }

  @Test
  void evenGroupsTakeAwayTheUnevennessOfFlinks() {
    for (KeyStream stream : List.of(CONTIGUOUS_UNIFORM, PREFIXED_UNIFORM)) {
      double stockAt60 = table.balances(STOCK_HASH, stream).get(2);
      assertThat(stockAt60).isLessThan(0.7); // some subtasks have 3 groups, others 2
      assertThat(table.balances(HASH, stream).get(2)).isGreaterThan(0.85);
    }
  }

  @Test
  void nothingIsBetterThanTheHeaviestKeyAllows() {
    for (KeyStream stream : STREAMS) {
      for (int i = 0; i < BalanceTable.PARALLELISMS.length; i++) {
        double best = stream.bestBalance(BalanceTable.PARALLELISMS[i]);
        for (String strategy : List.of(STOCK_HASH, HASH, "modulo", "weight, equal")) {
          assertThat(table.balances(strategy, stream).get(i)).isLessThanOrEqualTo(best);
        }
      }
    }
  }
}
