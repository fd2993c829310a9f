/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.util.Random;
import javax.annotation.Nullable;

/**
 * A world in which a protocol runs, with a model of what it must do. First anything may happen.
 * Then, in the calm, nothing fails any more, and it must come to its end.
 *
 * <p>It is deterministic: what happens depends on the seed of its beginning and on the steps that
 * are taken, on nothing else. A step that breaks a rule throws a {@link RuleBroken}.
 *
 * @param <K> all kinds of its steps
 */
public interface Simulation<K extends Enum<K> & StepKind> extends AutoCloseable {

  /** Draws a step that may be possible now; null for none. It changes nothing but the generator. */
  @Nullable
  Step<K> draw(Random random);

  /**
   * Takes a step.
   *
   * @return whether it was possible; otherwise nothing has happened
   */
  boolean take(Step<K> step) throws Exception;

  /** From now on nothing fails: {@link #draw} only draws steps that lead to the end. */
  void calm() throws Exception;

  /** Whether it has come to its end, which it must in the calm. */
  boolean isDone();

  /** Checks everything at the end. */
  void check() throws Exception;

  @Override
  default void close() throws Exception {}
}
