/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.trilink.planner.placement.KeyPlacementSpec;

/** By which columns, and how, Trilink partitions a table. */
final class Partitioning {

  private final List<String> columns;
  private final KeyPlacementSpec strategy;

  /**
   * Creates it.
   *
   * @param columns of the table, in the order in which they make a key
   */
  Partitioning(List<String> columns, KeyPlacementSpec strategy) {
    this.columns = Collections.unmodifiableList(new ArrayList<>(columns));
    this.strategy = strategy;
  }

  List<String> columns() {
    return columns;
  }

  KeyPlacementSpec strategy() {
    return strategy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Partitioning
        && columns.equals(((Partitioning) other).columns)
        && strategy.placement().equals(((Partitioning) other).strategy.placement());
  }

  @Override
  public int hashCode() {
    return Objects.hash(columns, strategy.placement());
  }

  /** Text for messages: {@code [sensor_id] by modulo}. */
  @Override
  public String toString() {
    return columns + " by " + strategy.placement();
  }
}
