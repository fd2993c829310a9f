/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import javax.annotation.Nullable;

/**
 * Runs a simulation with random steps. A seed determines the beginning and all steps. If a step
 * breaks a rule, or the simulation does not come to a right end, the steps are shrunk.
 *
 * @param <K> all kinds of steps of the simulation
 */
public final class Simulator<K extends Enum<K> & StepKind> {

  /** The line that stands for the beginning of the calm. */
  private static final String CALM = "from here on nothing fails";

  /** So many draws without a possible step are a deadlock; far more than any wait takes. */
  private static final int DEADLOCK = 20_000;

  /** The calm may have so many times as many steps as there are draws before it. */
  private static final int STEPS_IN_CALM_PER_DRAW = 20;

  /** By default, how many sequences are tried while a failure is shrunk. */
  private static final int MOST_TRIES = 3_000;

  private final String name;
  private final Class<K> kinds;
  private final int mostDraws;
  private final Beginning<K> beginning;
  private final int mostTries;

  /** Begins a simulation. */
  @FunctionalInterface
  public interface Beginning<K extends Enum<K> & StepKind> {

    /**
     * A simulation in which no step has been taken.
     *
     * @param random decides about everything that is not decided by steps
     */
    Simulation<K> begin(Random random) throws Exception;
  }

  /**
   * Creates it.
   *
   * @param name of the simulation, for messages and files
   * @param mostDraws of steps before the calm; a seed has up to so many
   */
  public Simulator(String name, Class<K> kinds, int mostDraws, Beginning<K> beginning) {
    this(name, kinds, mostDraws, beginning, MOST_TRIES);
  }

  private Simulator(
      String name, Class<K> kinds, int mostDraws, Beginning<K> beginning, int mostTries) {
    this.name = name;
    this.kinds = kinds;
    this.mostDraws = mostDraws;
    this.beginning = beginning;
    this.mostTries = mostTries;
  }

  /** Returns this simulator, except that it tries fewer, or more, sequences while it shrinks. */
  public Simulator<K> withTries(int tries) {
    return new Simulator<>(name, kinds, mostDraws, beginning, tries);
  }

  // ------------------------------------------------------------------------------------- results

  /** Runs a seed; the failure that it has found, shrunk. */
  public Optional<FoundFailure> run(long seed) {
    Run run = new Run(seed);
    run.draw();
    return run.failure == null ? Optional.empty() : Optional.of(shrunk(run));
  }

  /** The first failure that some seeds find. */
  public Optional<FoundFailure> runAll(LongStream seeds) {
    return seeds.mapToObj(this::run).flatMap(Optional::stream).findFirst();
  }

  /** Takes the steps of a failure again: the message of the failure that they end with. */
  public Optional<String> replay(FoundFailure failure) {
    return replay(failure.seed(), failure.steps()).map(FoundFailure::message);
  }

  /** Takes steps, those of them that are possible, and goes on to the end. */
  Optional<FoundFailure> replay(long seed, List<String> steps) {
    Run run = new Run(seed);
    run.take(parse(steps), true);
    return run.failure == null ? Optional.empty() : Optional.of(found(run, run, texts(run.taken)));
  }

  private List<Optional<Step<K>>> parse(List<String> lines) {
    return lines.stream()
        .map(
            line ->
                line.equals(CALM)
                    ? Optional.<Step<K>>empty()
                    : Optional.of(Step.parse(line, kinds)))
        .toList();
  }

  // ------------------------------------------------------------------------------------ shrinking

  private FoundFailure shrunk(Run drawn) {
    String kind = RuleBroken.kindOf(drawn.failure);
    // also the steps of the calm, if these are all it takes; otherwise the calm is drawn each time
    boolean toTheEnd = !failsAgain(drawn, drawn.taken, kind, false).isPresent();
    List<Optional<Step<K>>> steps = toTheEnd ? drawn.beforeCalm() : drawn.taken;
    List<Optional<Step<K>>> shortest =
        Shrinker.shrink(
            steps,
            fewer -> failsAgain(drawn, fewer, kind, toTheEnd).map(run -> run.kept(toTheEnd)),
            mostTries);
    Run last = new Run(drawn.seed);
    last.take(shortest, toTheEnd);
    if (last.failure == null) {
      throw new IllegalStateException(
          "%s is not deterministic: seed %d fails, but not again".formatted(name, drawn.seed),
          drawn.failure);
    }
    List<String> texts = texts(last.kept(toTheEnd));
    if (toTheEnd) {
      texts.add(CALM);
    }
    return found(drawn, last, texts);
  }

  private Optional<Run> failsAgain(
      Run drawn, List<Optional<Step<K>>> steps, String kind, boolean toTheEnd) {
    Run run = new Run(drawn.seed);
    run.take(steps, toTheEnd);
    return run.failure != null && RuleBroken.kindOf(run.failure).equals(kind)
        ? Optional.of(run)
        : Optional.empty();
  }

  private FoundFailure found(Run drawn, Run shrunk, List<String> steps) {
    return new FoundFailure(
        name,
        drawn.seed,
        drawn.taken.size(),
        steps,
        String.valueOf(shrunk.failure.getMessage()),
        shrunk.world,
        shrunk.failure);
  }

  private List<String> texts(List<Optional<Step<K>>> steps) {
    List<String> texts = new ArrayList<>();
    steps.forEach(step -> texts.add(step.map(Step::toString).orElse(CALM)));
    return texts;
  }

  // ------------------------------------------------------------------------------------- one run

  /** A run from the beginning. */
  private final class Run {

    final long seed;
    private final Random random;
    private final Random randomInCalm;

    /** The steps that were taken; none for the beginning of the calm. */
    final List<Optional<Step<K>>> taken = new ArrayList<>();

    String world = "";
    @Nullable Throwable failure;

    private final Random randomAtBeginning;
    private Simulation<K> simulation;
    private boolean isCalm;

    Run(long seed) {
      this.seed = seed;
      // the first numbers of generators with adjacent seeds are similar
      SplittableRandom seeds = new SplittableRandom(seed);
      randomAtBeginning = new Random(seeds.nextLong());
      random = new Random(seeds.nextLong());
      randomInCalm = new Random(seeds.nextLong());
    }

    /** Draws steps up to the end. */
    void draw() {
      guarded(
          () -> {
            int draws = random.nextInt(mostDraws);
            for (int i = 0; i < draws && !simulation.isDone(); i++) {
              takeOne(simulation.draw(random));
            }
            goOnToTheEnd();
          });
    }

    /** Takes those of the steps that are possible. */
    void take(List<Optional<Step<K>>> steps, boolean toTheEnd) {
      guarded(
          () -> {
            for (Optional<Step<K>> step : steps) {
              if (step.isEmpty()) {
                calm();
              } else {
                takeOne(step.get());
              }
            }
            if (toTheEnd) {
              goOnToTheEnd();
            }
          });
    }

    private void guarded(Action action) {
      try (Simulation<K> begun = beginning.begin(randomAtBeginning)) {
        simulation = begun;
        world = begun.toString();
        action.run();
      } catch (Exception | AssertionError e) {
        failure = e;
      }
    }

    private boolean takeOne(@Nullable Step<K> step) throws Exception {
      if (step == null) {
        return false;
      }
      taken.add(Optional.of(step)); // before it is taken: it may fail
      boolean possible = simulation.take(step);
      if (!possible) {
        taken.remove(taken.size() - 1);
      }
      return possible;
    }

    private void calm() throws Exception {
      if (!isCalm) {
        isCalm = true;
        taken.add(Optional.empty());
        simulation.calm();
      }
    }

    private void goOnToTheEnd() throws Exception {
      calm();
      int idleDraws = 0;
      int begin = taken.size();
      while (!simulation.isDone()) {
        RuleBroken.check(
            taken.size() - begin < STEPS_IN_CALM_PER_DRAW * mostDraws,
            "it does not come to its end: %s",
            simulation);
        idleDraws = takeOne(simulation.draw(randomInCalm)) ? 0 : idleDraws + 1;
        RuleBroken.check(
            idleDraws < DEADLOCK, "nothing happens any more, but it has not ended: %s", simulation);
      }
      simulation.check();
    }

    List<Optional<Step<K>>> beforeCalm() {
      int calm = taken.indexOf(Optional.<Step<K>>empty());
      return calm < 0 ? taken : taken.subList(0, calm);
    }

    /** Returns the steps that are worth keeping of a run that fails in the same way. */
    List<Optional<Step<K>>> kept(boolean toTheEnd) {
      return toTheEnd ? beforeCalm() : taken;
    }
  }

  private interface Action {
    void run() throws Exception;
  }
}
