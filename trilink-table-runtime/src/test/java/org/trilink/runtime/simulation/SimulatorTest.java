/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The simulator itself, with a counter that must not reach a number. */
class SimulatorTest {

  private enum Count implements StepKind {
    ADD("adds #"),
    REST("rests"),
    RESET("goes from # to #");

    private final String sentence;

    Count(String sentence) {
      this.sentence = sentence;
    }

    @Override
    public String sentence() {
      return sentence;
    }
  }

  /** Counts up to an end, with rests; breaks a rule where it is told to. */
  private static final class Counter implements Simulation<Count> {

    private final int broken;
    private final boolean breaksAtEnd;
    private int sum;
    private boolean calm;

    Counter(int broken, boolean breaksAtEnd) {
      this.broken = broken;
      this.breaksAtEnd = breaksAtEnd;
    }

    @Override
    public Step<Count> draw(Random random) {
      return switch (random.nextInt(4)) {
        case 0 -> Step.of(Count.REST);
        case 1 -> Step.of(Count.RESET, sum, sum + 1);
        default -> Step.of(Count.ADD, 1 + random.nextInt(2));
      };
    }

    @Override
    public boolean take(Step<Count> step) {
      switch (step.kind()) {
        case ADD -> sum += step.argument(0);
        case REST -> {}
        case RESET -> {
          if (sum != step.argument(0)) {
            return false;
          }
          sum = step.argument(1);
        }
      }
      RuleBroken.check(breaksAtEnd || sum < broken, "the sum is %d", sum);
      return true;
    }

    @Override
    public void calm() {
      calm = true;
    }

    @Override
    public boolean isDone() {
      return calm && sum > 100;
    }

    @Override
    public void check() {
      RuleBroken.check(!breaksAtEnd, "it ends with %d", sum);
    }

    @Override
    public String toString() {
      return "a counter";
    }
  }

  private static Simulator<Count> simulator(int broken, boolean breaksAtEnd) {
    return new Simulator<>("Counter", Count.class, 60, random -> new Counter(broken, breaksAtEnd));
  }

  @Test
  void findsNothingIfNothingIsWrong() {
    assertThat(simulator(Integer.MAX_VALUE, false).runAll(LongStream.range(0, 100))).isEmpty();
  }

  @Test
  void shrinksToTheStepsThatAreNeeded() {
    FoundFailure failure = simulator(6, false).run(1).orElseThrow();

    assertThat(failure.steps()).isNotEmpty().hasSizeLessThan(7).doesNotContain("rests");
    assertThat(failure.message()).startsWith("the sum is ");
  }

  @Test
  void aFailureAtTheEndNeedsNoSteps() {
    FoundFailure failure = simulator(0, true).run(1).orElseThrow();

    assertThat(failure.steps()).containsExactly("from here on nothing fails");
    assertThat(failure.message()).startsWith("it ends with ");
  }

  @Test
  void theSameSeedFindsTheSame() {
    FoundFailure once = simulator(20, false).run(3).orElseThrow();
    FoundFailure again = simulator(20, false).run(3).orElseThrow();

    assertThat(again.steps()).isEqualTo(once.steps());
    assertThat(simulator(20, false).replay(3, once.steps()).orElseThrow().message())
        .isEqualTo(once.message());
  }

  @Test
  void theReportSaysHowToSeeItAgain() {
    FoundFailure failure = simulator(3, false).run(7).orElseThrow();

    assertThat(failure.report(SimulatorTest.class))
        .hasMessageStartingWith("Counter, seed 7: the sum is ")
        .hasMessageContaining("a counter")
        .hasMessageContaining(" steps are enough:")
        .hasMessageContaining("  1. " + failure.steps().get(0))
        .hasMessageContaining("-Dtest=SimulatorTest -Dtrilink.simulation-seed=7")
        .hasMessageEndingWith("-Dtrilink.simulation-steps=target/simulations/Counter-7.steps");
  }

  @Test
  void whatNeverEndsFails() {
    Simulator<Count> endless =
        new Simulator<>(
            "Endless",
            Count.class,
            5,
            random ->
                new Simulation<>() {
                  @Override
                  public Step<Count> draw(Random any) {
                    return Step.of(Count.REST);
                  }

                  @Override
                  public boolean take(Step<Count> step) {
                    return true;
                  }

                  @Override
                  public void calm() {}

                  @Override
                  public boolean isDone() {
                    return false;
                  }

                  @Override
                  public void check() {}
                });

    assertThat(endless.run(1).orElseThrow().message()).startsWith("it does not come to its end");
  }

  @Test
  void stepsAreReadAsTheyAreWritten() {
    Step<Count> step = Step.of(Count.RESET, -3, 14);

    assertThat(step).hasToString("goes from -3 to 14");
    assertThat(Step.parse(step.toString(), Count.class)).isEqualTo(step);
    assertThatThrownBy(() -> Step.parse("goes from 3", Count.class))
        .hasMessage("'goes from 3' is not among the steps of Count");
    assertThat(Replay.of(Replay.linesOf(5, List.of("rests"))))
        .isEqualTo(new Replay(5, List.of("rests")));
  }
}
