/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.window.Reading;

/** Flink's operators, as in SQL, with keys that are moved repeatedly, and a restart. */
@Tag("slow")
class MovedOperatorsTest {

  private static final int ROUNDS = 8;
  private static final int ROWS = 60;
  private static final int RESTARTED_AFTER = 3;

  static Stream<Arguments> operators() {
    return onBackends(MovedOperators.values());
  }

  static Stream<Arguments> joins() {
    return onBackends(MovedJoins.values());
  }

  private static Stream<Arguments> onBackends(KeyedOperator[] operators) {
    return Stream.of(operators)
        .flatMap(
            operator ->
                Stream.of(Backends.HEAP, Backends.ROCKSDB)
                    .map(backend -> Arguments.of(operator, backend)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("operators")
  void resultsAreThoseWithoutMoves(MovedOperators operator, Backends backend) throws Exception {
    assertSameResults(
        operator,
        backend,
        new Input() {
          @Override
          public void read(MovingSubtasks subtasks, Reading reading) throws Exception {
            subtasks.read(operator.rowOf(reading), reading.time());
          }

          @Override
          public void watermark(MovingSubtasks subtasks, long watermark) throws Exception {
            if (!operator.isBundled()) { // it would finish its bundle
              subtasks.watermark(watermark);
            }
          }
        });
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("joins")
  void resultsOfJoinsAreThoseWithoutMoves(MovedJoins join, Backends backend) throws Exception {
    assertSameResults(
        join,
        backend,
        new Input() {
          @Override
          public void read(MovingSubtasks subtasks, Reading reading) throws Exception {
            if (reading.value() % 2 == 0) {
              subtasks.read1(join.rowOf(reading));
            } else {
              subtasks.read2(join.rowOf(reading));
            }
          }

          @Override
          public void watermark(MovingSubtasks subtasks, long watermark) throws Exception {
            subtasks.watermarks(watermark);
          }
        });
  }

  private static void assertSameResults(KeyedOperator operator, Backends backend, Input input)
      throws Exception {
    List<String> expected = new ArrayList<>();
    try (MovingSubtasks one = MovingSubtasks.open(operator, Backends.HEAP, 1)) {
      for (int round = 0; round < ROUNDS; round++) {
        read(input, round, one);
        one.flush();
      }
      finish(input, one);
      expected.addAll(one.rows());
    }

    Random random = new Random(5);
    List<String> results = new ArrayList<>();
    MovingSubtasks two = MovingSubtasks.open(operator, backend, 2);
    for (int round = 0; round < ROUNDS; round++) {
      read(input, round, two);
      two.moveSome(random);
      results.addAll(two.rows());
      if (round == RESTARTED_AFTER) {
        two = two.restart(operator, backend, 2, false);
      }
    }
    finish(input, two);
    results.addAll(two.rows());

    assertThat(expected).hasSizeGreaterThan(ROWS);
    assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(two.eventTimeTimers()).isZero();
    assertThat(two.processingTimeTimers()).isZero();
    two.close();
  }

  private static void read(Input input, int round, MovingSubtasks subtasks) throws Exception {
    List<Reading> readings =
        KeyedStateMoverTest.randomReadings(ROUNDS * ROWS).subList(round * ROWS, (round + 1) * ROWS);
    for (Reading reading : readings) {
      input.read(subtasks, reading);
    }
    long time = readings.get(ROWS - 1).time();
    input.watermark(subtasks, time - 20);
    subtasks.processingTime(time);
  }

  private static void finish(Input input, MovingSubtasks subtasks) throws Exception {
    input.watermark(subtasks, Long.MAX_VALUE);
    subtasks.processingTime(1_000_000);
  }

  /** Input of an operator with one or two inputs. */
  private interface Input {

    void read(MovingSubtasks subtasks, Reading reading) throws Exception;

    void watermark(MovingSubtasks subtasks, long watermark) throws Exception;
  }
}
