/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.util.Objects;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * How keys are placed on subtasks: the value of the option {@code partition} (the paper's section
 * 4.2). Either a strategy of Trilink's or a class of the user's.
 */
public final class PlacementStrategy {

  /** The strategies. */
  public enum Kind {
    /** The hash of the key, as in stock Flink. */
    HASH,
    /** An integer key, modulo the parallelism. */
    MODULO,
    /** A new key is placed on the subtask with the fewest keys. */
    LEAST_KEY,
    /** A new key is placed on the subtask with the fewest records. */
    LEAST_COUNT,
    /** Subtasks get shares of the keys by given weights. */
    WEIGHT,
    /** The hash of the key at first; the monitor, on unless said otherwise, moves keys. */
    AUTO,
    /** The user's class, see {@link PlacementStrategy#className()}. */
    CUSTOM
  }

  private final Kind kind;
  @Nullable private final String className;

  private PlacementStrategy(Kind kind, @Nullable String className) {
    this.kind = kind;
    this.className = className;
  }

  /**
   * A strategy of Trilink's.
   *
   * @throws IllegalArgumentException for {@link Kind#CUSTOM}, which needs a class name
   */
  public static PlacementStrategy of(Kind kind) {
    if (kind == Kind.CUSTOM) {
      throw new IllegalArgumentException("A custom strategy needs its class name.");
    }
    return new PlacementStrategy(kind, null);
  }

  /** The strategy that a class of the user's implements; the class is not loaded here. */
  public static PlacementStrategy custom(String className) {
    return new PlacementStrategy(Kind.CUSTOM, Objects.requireNonNull(className, "className"));
  }

  public Kind kind() {
    return kind;
  }

  /** The user's class; present exactly for {@link Kind#CUSTOM}. */
  public Optional<String> className() {
    return Optional.ofNullable(className);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof PlacementStrategy)) {
      return false;
    }
    PlacementStrategy that = (PlacementStrategy) other;
    return kind == that.kind && Objects.equals(className, that.className);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, className);
  }

  @Override
  public String toString() {
    return className == null ? OptionTypes.textOf(kind) : className;
  }
}
