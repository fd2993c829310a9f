/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;

/**
 * The decision on something that was asked for: it is accepted, in part or in whole, it is refused
 * with a reason, or there is nothing to decide.
 */
public final class Decision<T> {

  private static final Decision<?> NONE = new Decision<>(null, null, null);

  @Nullable private final T accepted;
  @Nullable private final String refusal;
  @Nullable private final String remark;

  private Decision(@Nullable T accepted, @Nullable String refusal) {
    this(accepted, refusal, null);
  }

  private Decision(@Nullable T accepted, @Nullable String refusal, @Nullable String remark) {
    this.accepted = accepted;
    this.refusal = refusal;
    this.remark = remark;
  }

  /** Nobody asks, or the operator is none that it could concern. */
  @SuppressWarnings("unchecked") // it holds nothing
  public static <T> Decision<T> none() {
    return (Decision<T>) NONE;
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

  /** There is nothing to do, and EXPLAIN is to say why, although nobody asked for anything. */
  public static <T> Decision<T> remark(String text) {
    return new Decision<>(null, null, text);
  }

  /** Returns this decision with something else to plan, which is made of what was accepted. */
  public <R> Decision<R> map(Function<? super T, ? extends R> other) {
    return new Decision<>(accepted == null ? null : other.apply(accepted), refusal, remark);
  }

  /** Goes on with what is accepted; if that is nothing, the decision stays as it is. */
  public <R> Decision<R> flatMap(Function<? super T, Decision<R>> next) {
    if (accepted == null) {
      return new Decision<>(null, refusal, remark);
    }
    Decision<R> then = next.apply(accepted);
    return refusal == null || then.refusal != null ? then : new Decision<>(then.accepted, refusal);
  }

  /**
   * Returns this decision with an extended reason, e.g. one that names what was refused.
   *
   * @param advice of the reason
   */
  public Decision<T> explained(UnaryOperator<String> advice) {
    return new Decision<>(accepted, refusal == null ? null : advice.apply(refusal), remark);
  }

  public boolean isNone() {
    return accepted == null && refusal == null;
  }

  /** The accepted part, which is to be planned; null if nothing was accepted. */
  @Nullable
  public T accepted() {
    return accepted;
  }

  /** The remark that EXPLAIN shows although nothing was refused; null for none. */
  @Nullable
  public String remark() {
    return remark;
  }

  /** The reason, null if nothing was refused. */
  @Nullable
  public String refusal() {
    return refusal;
  }
}
