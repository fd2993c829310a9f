/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/**
 * Marks an operator that a technique is to rewrite, after this was found safe. A rule replaces
 * both; it is never part of a finished plan.
 *
 * @param <T> what was decided
 */
public abstract class StreamPhysicalRequest<T> extends StreamPhysicalPassThrough {

  private final T planned;

  protected StreamPhysicalRequest(RelNode input, T planned) {
    super(input);
    this.planned = planned;
  }

  /** The decision that a rule carries out. */
  public final T planned() {
    return planned;
  }

  @Override
  protected final Object text() {
    return planned;
  }

  @Override
  public final ExecNode<?> translateToExecNode() {
    throw new TableException(
        String.format(
            "No rule took up the %s above %s. This is a bug, please file an issue.",
            getRelTypeName(), getInput().getRelTypeName()));
  }
}
