/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/**
 * Marks an operator that a technique is to rewrite, after this was found safe. A {@link
 * RequestRule} replaces both; it is never part of a finished plan.
 *
 * @param <T> what was decided, by whose class the rule knows the requests of its technique
 */
public final class StreamPhysicalRequest<T> extends StreamPhysicalPassThrough {

  private final T planned;

  public StreamPhysicalRequest(RelNode input, T planned) {
    super(input);
    this.planned = planned;
  }

  /** Whether a node is a request to carry out a decision of a class. */
  public static boolean isOf(Class<?> planned, RelNode rel) {
    return rel instanceof StreamPhysicalRequest
        && planned.isInstance(((StreamPhysicalRequest<?>) rel).planned);
  }

  /** The decision that a rule carries out. */
  public T planned() {
    return planned;
  }

  @Override
  public String getRelTypeName() {
    return "StreamPhysical" + planned.getClass().getSimpleName() + "Request";
  }

  @Override
  protected Object text() {
    return planned;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalRequest<>(input, planned);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    throw new TableException(
        String.format(
            "No rule took up the %s above %s. This is a bug, please file an issue.",
            getRelTypeName(), getInput().getRelTypeName()));
  }
}
