/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.api.TableException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.benchmark.embedded.Digest;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;
import org.trilink.runtime.testing.Combinations;

/** Each query on both engines, in order and out of order. */
@Tag("slow")
class NexmarkQueryTest {

  /** Half a minute of two markets. */
  private static final NexmarkInput IN_ORDER = NexmarkInput.inOrder(15_000);

  /** Without {@code modulo} and what {@code ALL} has, too: a run takes half a second. */
  private static final List<NexmarkHint> HINTS =
      List.of(
          NexmarkHint.KEY_WATERMARK,
          NexmarkHint.KEY_WATERMARK_WITH_MAX_SKEW,
          NexmarkHint.LEAST_KEY,
          NexmarkHint.LEAST_COUNT,
          NexmarkHint.AUTO,
          NexmarkHint.LOCAL_MERGE,
          NexmarkHint.ALL);

  private static final long EVENTS = 10_000;
  private static final int MARKETS = 8;

  /** More than the delay of the watermark; the last of four markets is not behind max-skew. */
  private static final long LAG_MILLIS = 6_000;

  private static final NexmarkInput ORDERED = new NexmarkInput(EVENTS, MARKETS, 0);
  private static final NexmarkInput LAGGING = new NexmarkInput(EVENTS, MARKETS, LAG_MILLIS);

  @TempDir private static Path checkpoints;

  private static EmbeddedFlink flink;

  @BeforeAll
  static void start() throws Exception {
    flink =
        new EmbeddedFlink(
            StateBackend.HEAP, checkpoints, Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, "200 ms"));
  }

  @AfterAll
  static void stop() throws Exception {
    flink.close();
  }

  static Stream<NexmarkQuery> compared() {
    return NexmarkQuery.compared();
  }

  /** Without a hint, and by each of the hints that changes the plan. */
  @ParameterizedTest
  @MethodSource("compared")
  void hasTheRowsOfStockFlink(NexmarkQuery query) {
    Digest expected = stock(query, IN_ORDER);

    assertThat(expected.rows()).isPositive();
    assertThat(flink.run(query.over(IN_ORDER).on(Engine.TRILINK)).digest()).isEqualTo(expected);
    for (NexmarkHint hint : HINTS) {
      if (HintedPlan.of(query, hint).isRewritten()) {
        assertThat(trilink(query, hint, IN_ORDER)).as("%s by %s", query, hint).isEqualTo(expected);
      }
    }
  }

  /** In each build another hint for each of the queries. */
  static Stream<Arguments> queriesOfSlowKeys() {
    return Combinations.oneOf(
        4,
        Stream.of(
            Arguments.of(NexmarkQuery.Q5, NexmarkHint.KEY_WATERMARK_WITH_MAX_SKEW),
            Arguments.of(NexmarkQuery.Q5, NexmarkHint.KEY_WATERMARK_AND_LOCAL_MERGE),
            Arguments.of(NexmarkQuery.Q5, NexmarkHint.ALL),
            Arguments.of(NexmarkQuery.Q8, NexmarkHint.KEY_WATERMARK_WITH_MAX_SKEW),
            Arguments.of(NexmarkQuery.Q8, NexmarkHint.KEY_WATERMARK_AND_LOCAL_MERGE),
            Arguments.of(NexmarkQuery.Q8, NexmarkHint.ALL),
            Arguments.of(NexmarkQuery.Q11, NexmarkHint.KEY_WATERMARK),
            Arguments.of(NexmarkQuery.Q11, NexmarkHint.KEY_WATERMARK_WITH_MAX_SKEW),
            Arguments.of(NexmarkQuery.Q11, NexmarkHint.ALL)));
  }

  /**
   * Markets are six seconds behind each other, and so are keys; a key's records are in order. Stock
   * Flink loses the records of the slower ones. The rows to expect are those that it has when all
   * markets are at the same time.
   */
  @ParameterizedTest
  @MethodSource("queriesOfSlowKeys")
  void losesNoRecordsOfSlowKeys(NexmarkQuery query, NexmarkHint hint) {
    Digest expected = stock(query, ORDERED);

    assertThat(stock(query, LAGGING)).isNotEqualTo(expected);
    assertThat(trilink(query, hint, LAGGING)).isEqualTo(expected);
  }

  @Test
  void flinkCannotRunQ6() {
    assertThatThrownBy(() -> flink.run(NexmarkQuery.Q6.over(IN_ORDER)))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("doesn't support consuming update and delete changes");
  }

  private static Digest stock(NexmarkQuery query, NexmarkInput input) {
    return flink.run(query.over(input)).digest();
  }

  private static Digest trilink(NexmarkQuery query, NexmarkHint hint, NexmarkInput input) {
    return flink.run(query.over(input, hint)).digest();
  }
}
