/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;

/**
 * How what hints ask for at one operator is handled: accepted, in part or in whole, refused with a
 * reason, or nothing if they do not ask.
 */
public final class Decision<T> {

  @Nullable private final T accepted;
  @Nullable private final String refusal;

  private Decision(@Nullable T accepted, @Nullable String refusal) {
    this.accepted = accepted;
    this.refusal = refusal;
  }

  public static <T> Decision<T> notAsked() {
    return new Decision<>(null, null);
  }

  public static <T> Decision<T> accept(T what) {
    return new Decision<>(what, null);
  }

  /** Accepts a part of what was asked for; the rest is refused for this reason. */
  public static <T> Decision<T> acceptInPart(T what, String refusal) {
    return new Decision<>(what, refusal);
  }

  public static <T> Decision<T> refuse(String reason) {
    return new Decision<>(null, reason);
  }

  /** The same with something else to plan. */
  public <R> Decision<R> map(Function<? super T, ? extends R> other) {
    return new Decision<>(accepted == null ? null : other.apply(accepted), refusal);
  }

  /**
   * The same with an extended reason, e.g. one that names what was refused.
   *
   * @param advice of the reason
   */
  public Decision<T> explained(UnaryOperator<String> advice) {
    return new Decision<>(accepted, refusal == null ? null : advice.apply(refusal));
  }

  /** What to plan, null if nothing. */
  @Nullable
  public T accepted() {
    return accepted;
  }

  /** The reason, null if nothing was refused. */
  @Nullable
  public String refusal() {
    return refusal;
  }
}
