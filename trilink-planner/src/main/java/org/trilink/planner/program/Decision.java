package org.trilink.planner.program;

import javax.annotation.Nullable;

/**
 * What becomes of what hints ask for at one operator: accepted, in part or in whole, refused with a
 * reason, or nothing if they do not ask.
 */
final class Decision<T> {

  @Nullable private final T accepted;
  @Nullable private final String refusal;

  private Decision(@Nullable T accepted, @Nullable String refusal) {
    this.accepted = accepted;
    this.refusal = refusal;
  }

  static <T> Decision<T> notAsked() {
    return new Decision<>(null, null);
  }

  static <T> Decision<T> accept(T what) {
    return new Decision<>(what, null);
  }

  /** Of what was asked for something else was refused, for this reason. */
  static <T> Decision<T> acceptInPart(T what, String refusal) {
    return new Decision<>(what, refusal);
  }

  static <T> Decision<T> refuse(String reason) {
    return new Decision<>(null, reason);
  }

  /** What to plan, null if nothing. */
  @Nullable
  T accepted() {
    return accepted;
  }

  /** The reason, null if nothing was refused. */
  @Nullable
  String refusal() {
    return refusal;
  }
}
